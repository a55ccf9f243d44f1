//! Change over time: the main measure, its season, its dips, and a period against the same period before.
//!
//! Uses `calendar`, `explore`, `groups` and `evidence`. Compares whole periods only.

use jiff::ToSpan;
use jiff::civil::Date;

use super::calendar::{Calendar, Stretches, day};
use super::evidence::{Evidence, Topic};
use super::explore::{How, measured, quantities};
use super::grain::Grain;
use super::groups;
use super::subject::Subject;

/// A dip has less than this part of the periods around it, a jump more than one over it.
const DIP: f64 = 0.68;
/// Variance that months have to explain for a season.
const SEASONAL: f64 = 0.6;
/// Times the mean month that the highest month of a season has to have.
const PEAK: f64 = 1.25;

/// What an analysis follows: a measure, or the number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Main {
    /// The measure; none for the number of rows.
    pub measure: Option<usize>,
    /// How its values become one figure.
    pub how: How,
}

impl Main {
    /// The first measure that can be summed; else the one that time or groups explain best; else the number of rows.
    pub fn of(subject: &Subject<'_>, evidence: &Evidence) -> Self {
        let measures = quantities(subject);
        let Some(first) = measures.first().copied() else { return Self { measure: None, how: How::Sum } };
        if How::of(subject, first) == How::Sum {
            return Self { measure: Some(first), how: How::Sum };
        }
        let gaps = groups::gaps(subject, evidence);
        let strength = |measure: usize| {
            let main = Self { measure: Some(measure), how: How::Mean };
            let grouped = gaps.iter().find(|gap| gap.measure == measure).map_or(0.0, |gap| gap.explained);
            let points = series(subject, evidence, main);
            grouped.max(explained_by_month(&points)).max(explained_by_time(&points))
        };
        let mut best = (first, strength(first));
        for measure in measures.into_iter().skip(1) {
            let strength = strength(measure);
            if strength > best.1 + 0.01 {
                best = (measure, strength);
            }
        }
        Self { measure: Some(best.0), how: How::Mean }
    }

    /// The position of its figure in the rows of [`Topic::Series`].
    pub fn series_column(self, subject: &Subject<'_>) -> usize {
        self.measure
            .and_then(|measure| measured(subject).iter().position(|each| *each == measure))
            .map_or(1, |at| at + 2)
    }
}

/// One period of a series.
pub type Point = (Date, Option<f64>);

/// The main figure of each whole period, in order.
pub fn series(subject: &Subject<'_>, evidence: &Evidence, main: Main) -> Vec<Point> {
    let Some(answer) = evidence.get(Topic::Series) else { return Vec::new() };
    let column = main.series_column(subject);
    (0..answer.len()).filter_map(|row| Some((day(&answer.text(row, 0)?)?, answer.number(row, column)))).collect()
}

/// A period that breaks the pattern.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Break {
    /// Its first day.
    pub period: Date,
    /// Its figure.
    pub value: f64,
    /// The figure of the period before.
    pub before: f64,
}

/// The season of a measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Season {
    /// The month with the largest figure and this figure: a mean month's sum, or a mean.
    pub high: (i64, f64),
    /// The month with the smallest one.
    pub low: (i64, f64),
    /// Whether the month is the highest one in each whole year.
    pub each_year: bool,
}

/// The clearest dip or jump of a sum: far from the two periods before and after, and not the season's doing.
pub fn clearest_break(points: &[Point]) -> Option<Break> {
    let ratio = |index: usize| -> Option<f64> {
        let value = points.get(index)?.1?;
        let mut around: Vec<f64> = [index.checked_sub(2), index.checked_sub(1), Some(index + 1), Some(index + 2)]
            .into_iter()
            .flatten()
            .filter_map(|near| points.get(near)?.1)
            .collect();
        around.sort_by(f64::total_cmp);
        let middle = median(&around)?;
        (around.len() >= 3 && middle > 0.0 && value > 0.0).then(|| value / middle)
    };
    let logs: Vec<Option<f64>> = (0..points.len()).map(|index| ratio(index).map(f64::ln)).collect();
    let mut sizes: Vec<f64> = logs.iter().flatten().map(|log| log.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let noise = median(&sizes)?;
    let is_seasonal = |index: usize, log: f64| {
        let month = points.get(index).map(|point| point.0.month());
        points.iter().zip(&logs).enumerate().any(|(other, (point, around))| {
            other != index && Some(point.0.month()) == month && around.is_some_and(|around| around / log > 0.5)
        })
    };
    let is_monthly = points.first().zip(points.get(1)).is_some_and(|(one, two)| one.0.day() == 1 && two.0.day() == 1);
    let (index, _) = logs
        .iter()
        .enumerate()
        .filter_map(|(index, log)| Some((index, (*log)?)))
        .filter(|(_, log)| log.abs() > -DIP.ln() && log.abs() > 4.0 * noise)
        .filter(|(index, log)| !is_monthly || !is_seasonal(*index, *log))
        .max_by(|one, other| one.1.abs().total_cmp(&other.1.abs()))?;
    let (period, value) = *points.get(index)?;
    let before = points.get(index.checked_sub(1)?)?.1?;
    Some(Break { period, value: value?, before })
}

/// Periods between the first and the last without a row.
pub fn empty_periods(points: &[Point]) -> usize {
    points.iter().filter(|(_, value)| value.is_none()).count()
}

/// The season of the main figure, where there is a clear one.
pub fn season(subject: &Subject<'_>, evidence: &Evidence, main: Main) -> Option<Season> {
    let answer = evidence.get(Topic::Season).filter(|answer| answer.len() == 12)?;
    let column = main.series_column(subject) + 1;
    let mut months: Vec<(i64, f64)> = Vec::new();
    for row in 0..12 {
        #[expect(clippy::cast_possible_truncation, reason = "months are small")]
        let month = answer.number(row, 0)? as i64;
        let years = answer.number(row, 1).filter(|years| *years > 0.0)?;
        let value = answer.number(row, column)?;
        months.push((month, if main.how == How::Sum { value / years } else { value }));
    }
    let high = months.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let low = months.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1))?;
    let points = series(subject, evidence, main);
    let peaks = yearly_peaks(&points);
    let each_year = peaks.len() >= 2 && peaks.iter().all(|peak| i64::from(*peak) == high.0);
    let mean = months.iter().map(|(_, value)| value).sum::<f64>() / 12.0;
    let is_clear = match main.how {
        How::Sum => mean > 0.0 && high.1 >= PEAK * mean && (each_year || explained_by_month(&points) >= SEASONAL),
        How::Mean => explained_by_month(&points) >= SEASONAL && (high.1 - low.1).abs() > 0.05 * mean.abs(),
    };
    is_clear.then_some(Season { high, low, each_year })
}

/// The month with the largest figure of each calendar year that has twelve.
fn yearly_peaks(points: &[Point]) -> Vec<i8> {
    let mut peaks = Vec::new();
    for year in points.chunk_by(|one, other| one.0.year() == other.0.year()) {
        if year.len() == 12
            && let Some((day, _)) =
                year.iter().filter_map(|point| Some((point.0, point.1?))).max_by(|one, other| one.1.total_cmp(&other.1))
        {
            peaks.push(day.month());
        }
    }
    peaks
}

/// The part of a monthly series' variance that the month of the year explains.
pub fn explained_by_month(points: &[Point]) -> f64 {
    let values: Vec<(i8, f64)> = points.iter().filter_map(|point| Some((point.0.month(), point.1?))).collect();
    let monthly = points.first().zip(points.get(1)).is_some_and(|(one, two)| Grain::Month.next(one.0) == Some(two.0));
    if values.len() < 24 || !monthly {
        return 0.0;
    }
    let mean = mean_of(values.iter().map(|(_, value)| *value));
    let total: f64 = values.iter().map(|(_, value)| (value - mean).powi(2)).sum();
    let mut within = 0.0;
    for month in 1..=12 {
        let those: Vec<f64> = values.iter().filter(|(each, _)| *each == month).map(|(_, value)| *value).collect();
        let middle = mean_of(those.iter().copied());
        within += those.iter().map(|value| (value - middle).powi(2)).sum::<f64>();
    }
    if total > 0.0 { 1.0 - within / total } else { 0.0 }
}

/// The part of a series' variance that a straight line explains.
pub fn explained_by_time(points: &[Point]) -> f64 {
    let mut values: Vec<(f64, f64)> = Vec::new();
    for (index, (_, value)) in points.iter().enumerate() {
        if let Some(value) = value {
            values.push((f64::from(u32::try_from(index).unwrap_or(u32::MAX)), *value));
        }
    }
    if values.len() < 6 {
        return 0.0;
    }
    let (x, y) = (mean_of(values.iter().map(|pair| pair.0)), mean_of(values.iter().map(|pair| pair.1)));
    let xy: f64 = values.iter().map(|pair| (pair.0 - x) * (pair.1 - y)).sum();
    let xx: f64 = values.iter().map(|pair| (pair.0 - x).powi(2)).sum();
    let yy: f64 = values.iter().map(|pair| (pair.1 - y).powi(2)).sum();
    if xx > 0.0 && yy > 0.0 { xy * xy / (xx * yy) } else { 0.0 }
}

/// A stretch of time against another.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The earlier stretch in words: `2022`.
    pub before: (String, f64),
    /// The later one.
    pub after: (String, f64),
    /// The change in percent, where the earlier figure allows one.
    pub percent: Option<f64>,
    /// Whether the earlier stretch is the later one of the year before.
    pub is_year_apart: bool,
    /// The result.
    pub id: String,
}

/// The changes that [`Topic::Change`] found: the main one, then the unfinished year's.
pub fn changes(evidence: &Evidence, calendar: &Calendar) -> Vec<Change> {
    let stretches = [calendar.stretches().or_else(|| calendar.halves(calendar.grain())), calendar.same_months()];
    let found = stretches.into_iter().flatten().enumerate().filter_map(|(index, stretches)| {
        let answer = evidence.get(Topic::Change(index))?;
        Some(Change {
            before: (stretch(stretches.before), answer.number(0, 1)?),
            after: (stretch(stretches.after), answer.number(1, 1)?),
            percent: answer.number(1, 2),
            is_year_apart: is_year_apart(stretches),
            id: answer.id.clone(),
        })
    });
    found.collect()
}

/// Whether both stretches are the same days of two years that follow each other.
fn is_year_apart(stretches: Stretches) -> bool {
    let later = |day: Date| day.checked_add(1.year()).ok();
    later(stretches.before.0) == Some(stretches.after.0) && later(stretches.before.1) == Some(stretches.after.1)
}

/// A stretch of time in words: `2022`, `March 2023`, `Q2 2024`, `January to June 2024`, `2024-01-01 to 2024-01-05`.
pub fn stretch((from, until): (Date, Date)) -> String {
    let name = |day: Date| crate::analyst::prose::month(i64::from(day.month()));
    let Ok(last) = until.yesterday() else { return from.to_string() };
    if from.day() != 1 || until.day() != 1 {
        return if from == last { from.to_string() } else { format!("{from} to {last}") };
    }
    let same_year = from.year() == last.year();
    if same_year && from.month() == 1 && last.month() == 12 {
        from.year().to_string()
    } else if same_year && from.month() == last.month() {
        format!("{} {}", name(from), from.year())
    } else if same_year && from.month() % 3 == 1 && last.month() == from.month() + 2 {
        format!("Q{} {}", last.month() / 3, from.year())
    } else if same_year {
        format!("{} to {} {}", name(from), name(last), from.year())
    } else {
        format!("{} {} to {} {}", name(from), from.year(), name(last), last.year())
    }
}

fn mean_of(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The middle of sorted values.
fn median(sorted: &[f64]) -> Option<f64> {
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    if sorted.len() % 2 == 1 {
        Some(upper)
    } else {
        sorted.get(half.checked_sub(1)?).map(|lower| f64::midpoint(*lower, upper))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn monthly(values: &[f64]) -> Vec<Point> {
        let mut start = date(2022, 1, 1);
        let mut points = Vec::new();
        for value in values {
            points.push((start, Some(*value)));
            start = Grain::Month.next(start).unwrap();
        }
        points
    }

    #[test]
    fn a_dip_is_found_and_a_season_is_none() {
        let mut values: Vec<f64> = (0..36).map(|month| 100.0 + f64::from(month)).collect();
        for december in [11, 23, 35] {
            values[december] *= 1.9;
        }
        assert_eq!(clearest_break(&monthly(&values)), None);
        values[14] *= 0.5;
        let found = clearest_break(&monthly(&values)).unwrap();
        assert_eq!((found.period, found.value, found.before), (date(2023, 3, 1), 57.0, 113.0));
    }

    #[test]
    fn months_and_lines_explain_what_they_should() {
        let wave: Vec<f64> = (0..36).map(|month| f64::from((month % 12 - 6_i32).abs())).collect();
        assert!(explained_by_month(&monthly(&wave)) > 0.99);
        let line: Vec<f64> = (0..36).map(f64::from).collect();
        assert!(explained_by_time(&monthly(&line)) > 0.99);
        assert!(explained_by_time(&monthly(&[1.0; 36])) < 0.01);
        assert!(explained_by_time(&[]) < 0.01);
    }

    #[test]
    fn only_the_same_days_of_the_next_year_are_a_year_apart() {
        let apart = |before, after| is_year_apart(Stretches { before, after });
        let quarter = |year| (date(year, 1, 1), date(year, 4, 1));
        assert!(apart(quarter(2023), quarter(2024)));
        assert!(!apart(quarter(2024), (date(2024, 4, 1), date(2024, 7, 1))));
        assert!(!apart(quarter(2022), quarter(2024)));
        assert!(!apart((date(2022, 7, 1), date(2024, 1, 1)), (date(2023, 7, 1), date(2024, 1, 1))));
    }

    #[test]
    fn stretches_have_short_names() {
        for (from, until, text) in [
            (date(2022, 1, 1), date(2023, 1, 1), "2022"),
            (date(2023, 3, 1), date(2023, 4, 1), "March 2023"),
            (date(2024, 1, 1), date(2024, 7, 1), "January to June 2024"),
            (date(2024, 4, 1), date(2024, 7, 1), "Q2 2024"),
            (date(2024, 2, 1), date(2024, 5, 1), "February to April 2024"),
            (date(2022, 7, 1), date(2023, 7, 1), "July 2022 to June 2023"),
            (date(2024, 1, 1), date(2024, 1, 6), "2024-01-01 to 2024-01-05"),
        ] {
            assert_eq!(stretch((from, until)), text);
        }
    }
}
