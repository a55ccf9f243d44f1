//! Range, mean, standard deviation, quantiles, counts of signs, length of texts, and a first estimate of distinct
//! values.

use super::{Subject, Whole, brief, cell, stable};
use crate::data::DataError;
use crate::event::{ColumnProfile, Quantiles, TextLength};
use crate::limits;

/// Expressions of one column in the statement.
const PARTS: usize = 12;
const QUANTILES: [&str; 5] = ["0.05", "0.25", "0.5", "0.75", "0.95"];

/// The smallest and the largest value as numbers: days, microseconds, or the number itself. None where there is none.
pub(super) type Span = Option<(String, String)>;

/// Fills in what one statement over all rows gives.
pub(super) fn fill(
    whole: &Whole<'_>,
    subjects: &[Subject<'_>],
    profiles: &mut [ColumnProfile],
) -> Result<Vec<Span>, DataError> {
    let all: Vec<String> = subjects.iter().flat_map(|subject| expressions(whole, subject, true)).collect();
    let mut spans = vec![None; subjects.len()];
    match row(whole, &all) {
        Ok(values) => {
            let columns = subjects.iter().zip(values.chunks(PARTS)).zip(profiles.iter_mut().zip(&mut spans));
            for ((subject, values), (profile, span)) in columns {
                *span = take(subject, values, profile);
            }
        }
        // Sums of huge numbers overflow; the columns are taken one by one then, such a one without its moments.
        Err(DataError::Engine(_)) => {
            for ((subject, profile), span) in subjects.iter().zip(profiles.iter_mut()).zip(&mut spans) {
                let values = match row(whole, &expressions(whole, subject, true)) {
                    Err(DataError::Engine(_)) => row(whole, &expressions(whole, subject, false))?,
                    other => other?,
                };
                *span = take(subject, &values, profile);
            }
        }
        Err(other) => return Err(other),
    }
    quantiles(whole, subjects, profiles)?;
    Ok(spans)
}

fn row(whole: &Whole<'_>, expressions: &[String]) -> Result<Vec<Option<String>>, DataError> {
    let list: Vec<String> = expressions.iter().map(|part| format!("CAST({part} AS VARCHAR)")).collect();
    let rows = whole.engine.rows(&format!("SELECT {} FROM {}", list.join(", "), whole.table))?;
    Ok(rows.into_iter().next().unwrap_or_default())
}

fn expressions(whole: &Whole<'_>, subject: &Subject<'_>, moments: bool) -> Vec<String> {
    let none = || "NULL".to_owned();
    let quoted = &subject.quoted;
    let finite = subject.finite();
    let text = *subject.kind == super::Type::Text;
    let (number, temporal) = (subject.is_number(), subject.is_temporal());
    let extreme = |function: &str| {
        let value = format!("{function}({finite})");
        if text { brief(&value) } else { value }
    };
    let on_line = |function: &str| match (subject.is_date(), temporal) {
        (true, _) => format!("datediff('day', DATE '1970-01-01', {function}({quoted}))"),
        (false, true) => format!("epoch_us({function}({quoted}))"),
        (false, false) if number => format!("CAST({function}({finite}) AS DOUBLE)"),
        (false, false) => none(),
    };
    let when = |wanted: bool, expression: String| if wanted { expression } else { none() };
    let length = |function: &str| when(text, format!("{function}(length({quoted}))"));
    vec![
        extreme("min"),
        extreme("max"),
        when(number && moments, format!("avg(CAST({finite} AS DOUBLE))")),
        when(number && moments, format!("stddev_samp(CAST({finite} AS DOUBLE))")),
        when(number, format!("count(*) FILTER ({quoted} < 0)")),
        when(number, format!("count(*) FILTER ({quoted} = 0)")),
        length("min"),
        length("avg"),
        length("max"),
        on_line("min"),
        on_line("max"),
        when(!whole.exact, format!("approx_count_distinct({quoted})")),
    ]
}

fn take(subject: &Subject<'_>, values: &[Option<String>], profile: &mut ColumnProfile) -> Span {
    let mut values = values.iter().map(Option::as_deref);
    let mut next = || values.next().flatten();
    let count = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
    profile.min = next().map_or(profile.min.clone(), |text| cell(subject.kind, text));
    profile.max = next().map_or(profile.max.clone(), |text| cell(subject.kind, text));
    profile.mean = stable(next());
    profile.sd = stable(next());
    profile.negative = count(next());
    profile.zero = count(next());
    if subject.is_number() {
        profile.not_finite = Some(subject.not_finite);
    }
    let (shortest, mean, longest) = (count(next()), stable(next()), count(next()));
    profile.text_length = match (shortest, mean, longest) {
        (Some(min), Some(mean), Some(max)) => Some(TextLength { min, mean, max }),
        _ => None,
    };
    let span = next().map(str::to_owned).zip(next().map(str::to_owned));
    // An estimate can exceed what is possible.
    profile.distinct = count(next()).map(|distinct| distinct.min(subject.values));
    profile.distinct_approximate = profile.distinct.is_some();
    span
}

/// Quantiles of the numbers: of all rows, or of a sample that is the same in every run.
fn quantiles(whole: &Whole<'_>, subjects: &[Subject<'_>], profiles: &mut [ColumnProfile]) -> Result<(), DataError> {
    let approximate = !whole.exact && whole.numbered && whole.rows > limits::QUANTILE_ROWS;
    let points = QUANTILES.join(", ");
    let list: Vec<String> = subjects
        .iter()
        .filter(|subject| subject.is_number())
        .map(|subject| format!("quantile_cont(CAST({} AS DOUBLE), [{points}])", subject.finite()))
        .flat_map(|list| (1..=QUANTILES.len()).map(move |at| format!("CAST(({list})[{at}] AS VARCHAR)")))
        .collect();
    if list.is_empty() || whole.rows == 0 {
        return Ok(());
    }
    let sample = if approximate {
        format!(" WHERE hash(rowid) % {} = 0", whole.rows.div_ceil(limits::QUANTILE_ROWS))
    } else {
        String::new()
    };
    let rows = whole.engine.rows(&format!("SELECT {} FROM {}{sample}", list.join(", "), whole.table))?;
    let found: Vec<Option<f64>> = rows.iter().flatten().map(|text| stable(text.as_deref())).collect();
    let numbers = subjects.iter().zip(profiles).filter(|(subject, _)| subject.is_number());
    for ((_, profile), found) in numbers.zip(found.chunks(QUANTILES.len())) {
        if let [Some(p05), Some(p25), Some(p50), Some(p75), Some(p95)] = *found {
            profile.quantiles = Some(Quantiles { p05, p25, p50, p75, p95, approximate });
        }
    }
    Ok(())
}
