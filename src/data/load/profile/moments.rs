//! Range, mean, standard deviation, quantiles, counts of signs, length of texts, and the number of distinct values,
//! estimated in a long table.

use super::strip::{self, Strip, strips};
use super::{Subject, Type, Whole, brief, cell, stable};
use crate::data::DataError;
use crate::event::{ColumnProfile, Quantiles, TextLength};
use crate::limits;

const QUANTILES: [&str; 5] = ["0.05", "0.25", "0.5", "0.75", "0.95"];

/// The smallest and the largest value as numbers: days, microseconds, or the number itself. None where there is none.
pub(super) type Span = Option<(String, String)>;

/// What of a strip is asked for.
#[derive(Clone, Copy)]
struct Wanted {
    /// Mean and standard deviation.
    moments: bool,
    /// Quantiles.
    quantiles: bool,
    /// How many distinct values there are.
    distinct: Option<Distinct>,
}

/// How distinct values are counted.
#[derive(Clone, Copy)]
enum Distinct {
    /// One by one, which keeps them all in memory or on disk.
    Counted,
    /// By their hashes, some two in a hundred off.
    Estimated,
}

/// Fills in what one statement over all rows gives, and the quantiles of a sample where all rows are too many.
pub(super) fn fill(
    whole: &mut Whole<'_>,
    subjects: &[Subject<'_>],
    profiles: &mut [ColumnProfile],
) -> Result<Vec<Span>, DataError> {
    let sampled = !whole.facts.exact && whole.facts.numbered && whole.facts.rows > limits::QUANTILE_ROWS;
    let distinct = if whole.facts.counted { Distinct::Counted } else { Distinct::Estimated };
    let wanted = Wanted { moments: true, quantiles: !sampled, distinct: (!whole.facts.exact).then_some(distinct) };
    let mut spans = vec![None; subjects.len()];
    for profile in subjects.iter().zip(profiles.iter_mut()) {
        prepare(profile.0, profile.1);
    }
    let parts = |whole: &Whole<'_>, wanted| -> Vec<String> {
        strips(whole, subjects, "", |_, _| true).iter().map(|strip| part(strip, wanted)).collect()
    };
    let rows = match strip::rows(whole, &parts(whole, wanted)) {
        Err(DataError::Engine(_)) => {
            // Sums of huge numbers overflow, and there may be no room for all values; the columns are taken one by one
            // then, such a one without its moments and with an estimate.
            whole.facts.long = false;
            let estimated = wanted.distinct.map(|_| Distinct::Estimated);
            let modest = parts(whole, Wanted { moments: false, distinct: estimated, ..wanted });
            let mut rows = Vec::new();
            for (part, modest) in parts(whole, wanted).into_iter().zip(modest) {
                rows.extend(match strip::rows(whole, &[part]) {
                    Err(DataError::Engine(_)) => strip::rows(whole, &[modest])?,
                    other => other?,
                });
            }
            rows
        }
        other => other?,
    };
    for (index, row) in rows {
        let (Some(subject), Some(profile)) = (subjects.get(index), profiles.get_mut(index)) else { continue };
        let span = take(subject, &row, profile);
        if let Some(slot) = spans.get_mut(index) {
            *slot = span;
        }
    }
    if sampled {
        sample(whole, subjects, profiles)?;
    }
    Ok(spans)
}

/// What is known before anything is asked.
fn prepare(subject: &Subject<'_>, profile: &mut ColumnProfile) {
    if strip::is_number(subject.kind) {
        profile.not_finite = Some(subject.not_finite);
        profile.negative = Some(0);
        profile.zero = Some(0);
    }
}

fn part(strip: &Strip<'_>, wanted: Wanted) -> String {
    let none = || "NULL".to_owned();
    let finite = strip.finite();
    let (text, number) = (*strip.kind == Type::Text, strip.is_number());
    let counted = matches!(wanted.distinct, Some(Distinct::Counted));
    // Texts are mostly few different ones, and to look at each of them once costs less than to look at every row.
    let grouped = text && counted && strip.is_single();
    let extreme = |function: &str| {
        let value = format!("{function}({finite})");
        if text { brief(&value) } else { value }
    };
    let on_line = |function: &str| {
        if strip.is_date() {
            format!("({function}(x) - DATE '1970-01-01')")
        } else if strip.is_temporal() {
            format!("epoch_us({function}(x))")
        } else if number {
            format!("CAST({function}({finite}) AS DOUBLE)")
        } else {
            none()
        }
    };
    let when = |wanted: bool, expression: String| if wanted { expression } else { none() };
    let length = |function: &str| when(text, format!("{function}(length(x))"));
    let mean_length = || if grouped { "sum(length(x) * n) / sum(n)".to_owned() } else { length("avg") };
    let mut expressions = vec![
        extreme("min"),
        extreme("max"),
        when(number && wanted.moments, format!("avg(CAST({finite} AS DOUBLE))")),
        when(number && wanted.moments, format!("stddev_samp(CAST({finite} AS DOUBLE))")),
        when(number, "count(*) FILTER (x < 0)".to_owned()),
        when(number, "count(*) FILTER (x = 0)".to_owned()),
        length("min"),
        mean_length(),
        length("max"),
        on_line("min"),
        on_line("max"),
        when(counted, if grouped { "count(*)" } else { "count(DISTINCT x)" }.to_owned()),
        when(matches!(wanted.distinct, Some(Distinct::Estimated)), "approx_count_distinct(x)".to_owned()),
    ];
    expressions.extend(if number && wanted.quantiles { quantiles(strip) } else { QUANTILES.map(|_| none()).to_vec() });
    if grouped { strip.aggregate_groups(&expressions) } else { strip.aggregate(&expressions) }
}

fn quantiles(strip: &Strip<'_>) -> Vec<String> {
    let list = format!("quantile_cont(CAST({} AS DOUBLE), [{}])", strip.finite(), QUANTILES.join(", "));
    (1..=QUANTILES.len()).map(|at| format!("({list})[{at}]")).collect()
}

fn take(subject: &Subject<'_>, values: &[Option<String>], profile: &mut ColumnProfile) -> Span {
    let mut values = values.iter().map(Option::as_deref);
    let mut next = || values.next().flatten();
    let count = |text: Option<&str>| text.and_then(|text| text.parse::<u64>().ok());
    if let Some(text) = next() {
        profile.min = cell(subject.kind, text);
    }
    if let Some(text) = next() {
        profile.max = cell(subject.kind, text);
    }
    profile.mean = stable(next());
    profile.sd = stable(next());
    profile.negative = count(next()).or(profile.negative);
    profile.zero = count(next()).or(profile.zero);
    let (shortest, mean, longest) = (count(next()), stable(next()), count(next()));
    profile.text_length = match (shortest, mean, longest) {
        (Some(min), Some(mean), Some(max)) => Some(TextLength { min, mean, max }),
        _ => None,
    };
    let span = (next().map(str::to_owned), next().map(str::to_owned));
    let (counted, estimated) = (count(next()), count(next()));
    // An estimate can exceed what is possible.
    profile.distinct = counted.or(estimated.map(|distinct| distinct.min(subject.values)));
    profile.distinct_approximate = estimated.is_some();
    let quantiles: Vec<Option<f64>> = (0..QUANTILES.len()).map(|_| stable(next())).collect();
    profile.quantiles = five(&quantiles, false);
    span.0.zip(span.1)
}

fn five(values: &[Option<f64>], approximate: bool) -> Option<Quantiles> {
    match *values {
        [Some(p05), Some(p25), Some(p50), Some(p75), Some(p95)] => {
            Some(Quantiles { p05, p25, p50, p75, p95, approximate })
        }
        _ => None,
    }
}

/// Quantiles of the numbers from a sample of rows that is the same in every run.
fn sample(whole: &Whole<'_>, subjects: &[Subject<'_>], profiles: &mut [ColumnProfile]) -> Result<(), DataError> {
    let filter = format!(" AND hash(rowid) % {} = 0", whole.facts.rows.div_ceil(limits::QUANTILE_ROWS));
    let strips = strips(whole, subjects, &filter, |_, subject| strip::is_number(subject.kind));
    let parts: Vec<String> = strips.iter().map(|strip| strip.aggregate(&quantiles(strip))).collect();
    for (index, row) in strip::rows(whole, &parts)? {
        let values: Vec<Option<f64>> = row.iter().map(|text| stable(text.as_deref())).collect();
        if let Some(profile) = profiles.get_mut(index) {
            profile.quantiles = five(&values, true);
        }
    }
    Ok(())
}
