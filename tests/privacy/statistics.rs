//! What is told under `stats`: figures that are right, shapes, and an opening without values.

use csvchat::event::Dataset;
use csvchat::limits::Privacy;
use serde_json::{Value, json};

use super::file;
use super::{data, played, sql};

/// Statistics that may be told, and what is told of them: columns of groups are given by their place.
const HONEST: &[(&str, &[usize])] = &[
    ("SELECT count(*) AS n FROM data", &[]),
    ("SELECT count(*), sum(score), avg(score), stddev(score), count(DISTINCT score) FROM data", &[]),
    (
        "SELECT team, count(*) AS n, sum(score) AS s FROM data GROUP BY team HAVING count(*) >= 5 ORDER BY n DESC, s",
        &[0],
    ),
    ("SELECT active, round(avg(bonus), 2), var_pop(score) FROM data WHERE id <= 40 GROUP BY ALL ORDER BY ALL", &[0]),
    ("SELECT hired < DATE '2019-02-15' AS early, 100.0 * sum(score) / count(*) FROM data GROUP BY 1", &[0]),
    (
        "SELECT date_trunc('month', seen) AS month, team, avg(score) FROM data GROUP BY month, team HAVING count(*) > 4",
        &[0, 1],
    ),
    ("SELECT team, sum(salary) FROM data WHERE id <= 40 GROUP BY team ORDER BY sum(salary)", &[0]),
    ("SELECT team FROM data GROUP BY team HAVING count(*) >= 5", &[0]),
    ("SELECT team, count(spoiled) FROM data GROUP BY team HAVING count(*) = 2", &[0]),
];

#[tokio::test]
async fn under_stats_honest_statistics_reach_the_model() {
    let data = data();
    let ran = played(&data, &[HONEST.iter().map(|(query, _)| sql(query)).collect()], Privacy::Stats).await;
    assert_eq!(ran.leaked(), Vec::<String>::new());
    for (((query, groups), (_, told)), (rows, count, _)) in HONEST.iter().zip(ran.told()).zip(ran.results()) {
        let told: Value = serde_json::from_str(&told).unwrap();
        let mut expected = json!(rows);
        for &column in *groups {
            let mut names: Vec<Value> = Vec::new();
            for row in expected.as_array_mut().unwrap() {
                let name = row[column].take();
                let known = names.iter().position(|known| *known == name);
                let place = known.unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                row[column] = json!(format!("g{}", place + 1));
            }
        }
        assert_eq!(told["rows"], expected, "{query}: {told}");
        assert_eq!(told["row_count"], count, "{query}");
    }
}

#[tokio::test]
async fn under_stats_figures_are_those_of_a_query_by_hand() {
    let data = data();
    let query = "SELECT team, count(*) AS n, avg(score) AS mean, max(salary) AS most FROM data GROUP BY team HAVING \
                 count(*) >= 5 ORDER BY team";
    let ran = played(&data, &[vec![sql(query)]], Privacy::Stats).await;
    let told: Value = serde_json::from_str(&ran.told()[0].1).unwrap();
    let rows: Vec<_> =
        file::csv().lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
    let mut expected = Vec::new();
    for (number, team) in ["kanariblue", "kanarigold", "kanarigrey", "kanarired"].into_iter().enumerate() {
        let of_team: Vec<_> = rows.iter().filter(|row| row[2] == team).collect();
        let number_of = |column: usize| of_team.iter().map(move |row| row[column].parse::<f64>().unwrap());
        let mean = number_of(14).sum::<f64>() / of_team.len() as f64;
        let most = number_of(3).fold(f64::MIN, f64::max);
        let most: f64 = format!("{most:.1e}").parse().unwrap();
        expected.push(json!([format!("g{}", number + 1), of_team.len(), mean, most]));
    }
    assert_eq!(told["columns"], json!(["team", "n", "mean", "most"]));
    for (row, expected) in told["rows"].as_array().unwrap().iter().zip(&expected) {
        assert_eq!((&row[0], &row[1], &row[3]), (&expected[0], &expected[1], &expected[3]), "{told}");
        assert!((row[2].as_f64().unwrap() - expected[2].as_f64().unwrap()).abs() < 1e-9, "{told}");
    }
    assert_eq!(told["rows"].as_array().unwrap().len(), expected.len());
}

#[tokio::test]
async fn under_stats_other_results_are_told_by_their_shape() {
    let data = data();
    let queries = [
        ("SELECT name, salary FROM data", json!(45), "rows themselves"),
        ("SELECT name, salary FROM data WHERE id = 45", json!("fewer than 5"), "rows themselves"),
        ("SELECT team, avg(salary) FROM data GROUP BY team", json!(6), "fewer than 5 rows"),
        ("SELECT team, avg(rare) FROM data GROUP BY team HAVING count(*) >= 5", json!("fewer than 5"), "fewer than 5"),
        ("SELECT median(salary) FROM data", json!("fewer than 5"), "plain count"),
        (
            "SELECT a.name FROM data a JOIN data b ON a.id <= b.salary",
            json!("not told: the statement could compute it from a value"),
            "single SELECT",
        ),
        ("SELECT max(name) FROM data", json!("fewer than 5"), "else than numbers"),
        ("SELECT avg(hired) FROM data", json!("fewer than 5"), "of numbers only"),
        ("EXPLAIN ANALYZE FROM data", json!("not told: the statement could compute it from a value"), "single SELECT"),
    ];
    let ran = played(&data, &[queries.iter().map(|(query, ..)| sql(query)).collect()], Privacy::Stats).await;
    for ((query, rows, why), (is_error, told)) in queries.iter().zip(ran.told()) {
        let told: Value = serde_json::from_str(&told).unwrap();
        assert!(!is_error && told.get("rows").is_none(), "{query}: {told}");
        assert_eq!(told["row_count"], *rows, "{query}: {told}");
        assert!(told["withheld"].as_str().unwrap().contains(why), "{query}: {told}");
    }
}

#[tokio::test]
async fn under_stats_the_opening_holds_statistics() {
    let data = data();
    let ran = played(&data, &[], Privacy::Stats).await;
    let opening = ran.requests[0].opening();
    let line = |column: &str| -> Value {
        let start = format!("{{\"column\":\"{column}\"");
        serde_json::from_str(opening.lines().find(|line| line.starts_with(&start)).unwrap()).unwrap()
    };
    let of =
        |dataset: &Dataset, column: &str| dataset.columns.iter().find(|known| known.name == column).unwrap().clone();
    let salary = of(&data.loaded.datasets[0], "salary");
    assert_eq!(line("salary")["max"], 830_000.0);
    assert_eq!(line("salary")["min"], -610_000.0);
    assert_eq!(line("salary")["mean"], json!(salary.mean));
    assert_eq!(line("salary")["sd"], json!(salary.sd));
    assert_eq!(line("name"), json!({"column": "name", "of": "data", "type": "VARCHAR", "nulls": 0, "distinct": 45}));
    // Too few values, one value among equal ones, dates.
    for column in ["rare", "mostly_zero", "hired", "seen", "team"] {
        for key in ["min", "max", "mean", "sd", "top", "length", "p25"] {
            assert!(line(column).get(key).is_none(), "{column} {key}: {opening}");
        }
    }
    assert!(opening.contains("\"rows\":45"), "{opening}");
}
