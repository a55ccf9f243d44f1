//! Statements and calls that try to carry a value of the data out of the machine.

use csvchat::event::Event;
use csvchat::limits::Privacy;
use serde_json::{Value, json};

use super::file::canaries;
use super::{Ran, data, played, sql};

/// Statements whose results or errors hold canaries, or try to carry one out in another shape.
const HOSTILE: &[&str] = &[
    // Rows.
    "FROM data",
    "SELECT * FROM data WHERE id = 45",
    "SELECT name, salary FROM data ORDER BY salary DESC LIMIT 1",
    "SELECT DISTINCT team FROM data",
    "SELECT * FROM nested",
    "SUMMARIZE data",
    "SELECT spot, tags, pairs FROM nested",
    "SELECT to_json(data) FROM data",
    "EXPLAIN SELECT * FROM data WHERE name = (SELECT min(name) FROM data)",
    "TABLE data",
    "SELECT 7 AS n, salary FROM data UNION ALL SELECT 8, salary FROM data",
    // Headers from values.
    "PIVOT data ON team USING sum(salary)",
    "PIVOT data ON name USING count(*) GROUP BY active",
    "SELECT nosuch FROM (PIVOT data ON team USING count(*))",
    "SELECT * FROM (PIVOT data ON team USING count(*)) WHERE nosuch = 1",
    "SELECT unnest(spot) FROM nested",
    "SELECT unnest(pairs) FROM nested",
    "UNPIVOT data ON COLUMNS('name|team') INTO NAME field VALUE content",
    "SELECT histogram(team) FROM data",
    "SELECT json_structure(body) FROM nested",
    "SELECT list(team)::VARCHAR FROM data",
    // Errors that quote values.
    "SELECT name::INTEGER FROM data",
    "SELECT CAST(spoiled AS INTEGER) FROM data",
    "SELECT sum(CAST(spoiled AS INTEGER)) FROM data",
    "SELECT team, sum(CAST(spoiled AS INTEGER)) FROM data GROUP BY team",
    "SELECT CAST('bad_alloc Out of Memory Error ' || name AS INTEGER) FROM data",
    "SELECT CAST('Binder Error: ' || name AS DATE) FROM data",
    "SELECT strptime(name, '%Y') FROM data",
    "SELECT salary::TINYINT FROM data",
    "SELECT (salary * 1000000000000)::BIGINT * salary FROM data",
    "SELECT json_extract(body, '$.' || word) FROM nested",
    "SELECT json_extract(body, word || '[') FROM nested",
    "SELECT date_part(name, hired) FROM data",
    "SELECT date_trunc(team, hired) FROM data",
    "SELECT regexp_matches(name, '(' || name) FROM data",
    "SELECT printf(name || '%d %s', id) FROM data",
    "SELECT format(name || '{', id) FROM data",
    "SELECT name::INTERVAL FROM data",
    "SELECT name::UUID FROM data",
    "SELECT name::BOOLEAN FROM data",
    "SELECT word::ENUM('a', 'b') FROM nested",
    "SELECT exact::DECIMAL(3, 2) FROM nested",
    "SELECT error(name) FROM data",
    "SELECT struct_extract(spot, word) FROM nested",
    "SELECT count(*) FROM data WHERE name::INTEGER > 3",
    "SELECT team, count(*) FROM data GROUP BY team HAVING team::INTEGER > 3",
    // One value, as a statistic.
    "SELECT sum(salary) FROM data WHERE id = 45",
    "SELECT sum(CASE WHEN id = 45 THEN salary END) FROM data",
    "SELECT sum(salary) FILTER (id = 45) FROM data",
    "SELECT sum(salary * (id = 45)::INT) FROM data",
    "SELECT avg(salary) FROM data GROUP BY team",
    "SELECT team, sum(salary) FROM data GROUP BY team ORDER BY 2 DESC LIMIT 2",
    "SELECT team, avg(rare) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(rare) FROM data",
    "SELECT max(rare), count(rare) FROM data",
    "SELECT team, avg(fixed) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(fixed) FROM data WHERE team = (SELECT min(team) FROM data)",
    "SELECT avg(fixed) FROM data WHERE fixed > 1000",
    "SELECT team, sum(mostly_zero) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(mostly_zero), stddev(mostly_zero), avg(mostly_zero) FROM data",
    "SELECT sum(code), count(*) FROM data WHERE id <= 10",
    "SELECT team, sum(code), count(*) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT sum(peak), avg(peak), stddev(peak) FROM data",
    "SELECT team, sum(peak) FROM data GROUP BY team HAVING count(*) >= 5",
    "SELECT team, min(salary), max(salary), max(peak) FROM data GROUP BY team HAVING count(*) >= 5 ORDER BY team",
    "SELECT min(salary), max(salary), max(peak) FROM data",
    "SELECT team, hired < DATE '2021-01-01', count(*) FROM data GROUP BY ALL HAVING count(*) >= 5",
    "SELECT sum(salary) FROM data WHERE salary > 700000 OR mostly_zero > 0",
    "SELECT sum(DISTINCT salary) FROM data WHERE id > 43",
    "SELECT max(salary) * 1.0 FROM data",
    "SELECT max(salary) - 0 * count(*) FROM data",
    "SELECT max(salary) / 10 FROM data",
    "SELECT max(salary::VARCHAR) FROM data",
    "SELECT max(name), min(hired), max(seen) FROM data",
    "SELECT min(salary, 3), max(salary, 3) FROM data",
    "SELECT arg_max(salary, id), first(salary), any_value(name), mode(team), median(salary) FROM data",
    "SELECT quantile_disc(salary, [0, 0.5, 1]) FROM data",
    "SELECT string_agg(name, ', '), list(salary) FROM data",
    "SELECT bit_xor(salary), bit_or(salary), product(salary) FROM data WHERE id = 45",
    "SELECT salary + 0 * count(*) FROM data GROUP BY salary",
    "SELECT salary AS x, count(*) FROM data GROUP BY salary",
    "SELECT fixed AS x, count(*) AS n, avg(fixed) FROM data GROUP BY fixed HAVING count(*) >= 5",
    "SELECT team = team AS \"csvchat check\", team = team AS c2, team = team AS c3, sum(salary) FROM data GROUP BY team",
    "SELECT sum(salary) OVER () FROM data WHERE id = 45",
    "SELECT sum(salary) FROM data, range(5) WHERE id = 45",
    "SELECT sum(salary) FROM data JOIN range(5) r(i) ON true WHERE id = 45",
    "SELECT sum(x) FROM (SELECT salary AS x FROM data WHERE id = 45 UNION ALL SELECT 0 FROM range(5))",
    "WITH one AS (SELECT salary FROM data WHERE id = 45) SELECT sum(salary) FROM one, range(9)",
    "SELECT sum(salary) FROM data WHERE id = 45 GROUP BY unnest([1, 1, 1, 1, 1])",
    "SELECT unnest([1, 1, 1, 1, 1]), sum(salary) FROM data WHERE id = 45 GROUP BY 1",
    "SELECT sum(salary) FROM data GROUP BY ROLLUP (id)",
    "SELECT count(*) FROM data GROUP BY GROUPING SETS ((name), ())",
    // One value, as a number of rows or columns.
    "SELECT unnest(range(salary)) FROM data WHERE id = 45",
    "FROM range((SELECT max(salary) FROM data))",
    "SELECT 1 FROM range(1000000) LIMIT (SELECT max(salary) FROM data)",
    "SELECT count(*) FROM range(1000000) WHERE range < (SELECT max(salary) FROM data)",
    "SELECT a.range FROM range(1000000) a JOIN data b ON a.range < b.salary WHERE b.id = 45",
    "SELECT len(range(salary)) FROM data WHERE id = 45",
];

/// Calls that refer to the results of these statements, and errors of theirs that would name what is in them.
fn references() -> Vec<(&'static str, Value)> {
    let plot = |id: &str, field: &str| {
        let encoding = json!({"x": {"field": field, "type": "nominal"}, "row": {"field": "name"}});
        (
            "create_plot",
            json!({"title": "T", "vega_lite_spec": {"data": {"name": id}, "mark": "bar", "encoding": encoding}}),
        )
    };
    let table = |id: &str| ("output_table", json!({"title": "T", "query": id, "columns": ["nosuch"]}));
    let mut calls = vec![("output_text", json!({"text": "wrong [q999]"})), ("no_such_tool", json!({}))];
    for number in 1..=HOSTILE.len() {
        let id = format!("q{number}");
        calls.extend([plot(&id, "nosuch"), plot(&id, "name"), table(&id)]);
        calls.push(("output_table", json!({"title": "T", "query": id})));
    }
    calls
}

fn hostile() -> Vec<Vec<(&'static str, Value)>> {
    vec![HOSTILE.iter().map(|query| sql(query)).collect(), references()]
}

#[tokio::test]
async fn nothing_of_the_data_leaves_the_machine_under_stats_and_schema() {
    let data = data();
    let open = played(&data, &hostile(), Privacy::Rows).await;
    for privacy in [Privacy::Stats, Privacy::Schema] {
        let closed = played(&data, &hostile(), privacy).await;
        for (call, (_, told)) in hostile().concat().iter().zip(closed.told()) {
            assert!(canaries(&told).is_empty(), "{privacy:?}: {call:?}: {told}");
        }
        assert_eq!(closed.leaked(), Vec::<String>::new(), "{privacy:?}");
        // The reader gets the same as without.
        for (query, (closed, open)) in HOSTILE.iter().zip(closed.results().iter().zip(open.results())) {
            assert_eq!(closed.2.is_some(), open.2.is_some(), "{privacy:?}: {query}: {:?} {:?}", closed.2, open.2);
            assert!(closed.0 == open.0 && closed.1 == open.1, "{privacy:?}: {query}");
        }
        let shown = |ran: &Ran| {
            let is_shown =
                |event: &&Event| matches!(event, Event::Table { .. } | Event::Plot { .. } | Event::PlotRejected { .. });
            ran.events.iter().filter(is_shown).cloned().collect::<Vec<_>>()
        };
        assert_eq!(shown(&closed), shown(&open), "{privacy:?}");
        assert!(!shown(&closed).is_empty());
    }
}

#[tokio::test]
async fn the_canaries_sing_where_rows_may_be_told() {
    let data = data();
    let open = played(&data, &hostile(), Privacy::Rows).await;
    let silent: Vec<&str> = HOSTILE
        .iter()
        .zip(open.told())
        .zip(open.results())
        .filter(|((_, (_, told)), (rows, count, _))| {
            canaries(told).is_empty() && canaries(&json!([rows, count]).to_string()).is_empty()
        })
        .map(|((query, _), _)| *query)
        .collect();
    // Refused, stopped by a limit, or a figure that only could have held one.
    assert!(silent.len() < HOSTILE.len() / 4, "{silent:#?}");
    assert!(canaries(open.requests[0].opening()).len() > 10);
}
