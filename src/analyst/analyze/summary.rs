//! The summary: one sentence each on what a row is, what dominates, what changed, what belongs together, what is wrong.
//!
//! Uses `findings`, `wording` and `defects`. At most five sentences; what the data cannot show is not mentioned.

use super::defects::{self, Clause};
use super::evidence::{Evidence, Topic};
use super::explore::How;
use super::findings::Findings;
use super::groups::{Gap, Lead};
use super::relation::Relation;
use super::roles::{Form, Role};
use super::subject::Subject;
use super::trend::{Season, stretch};
use super::wording::{
    change, closeness, group, is_plural, label, main_figure, main_name, mean_of, name, sentence, with_unit,
};
use crate::analyst::numbers::{count, exact, figure, percent, spelled};
use crate::analyst::prose;

/// Rows from which shares of them are worth a word.
const SHARED: u64 = 8;
/// Sentences that a summary has at least, where there is that much to say.
const SENTENCES: usize = 3;
/// Sentences that it has at most.
const MOST_SENTENCES: usize = 5;

/// The summary in Markdown.
pub fn summary(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> String {
    if subject.table.rows == 0 {
        return without_rows(subject, evidence);
    }
    let mut sentences = vec![size(subject, findings, evidence)];
    sentences.extend(middle(subject, findings, evidence));
    if tells_relation(subject, findings, evidence) {
        sentences.extend(findings.relations.notable.first().map(|relation| related(subject, relation)));
    }
    let quality = quality(subject, findings, evidence);
    let spare = [typical(subject, findings), weakest(evidence), parts(subject)];
    for sentence in spare.into_iter().flatten() {
        if sentences.len() + 1 < SENTENCES {
            sentences.push(sentence);
        }
    }
    sentences.push(quality);
    sentences.join(" ")
}

/// Whether the summary has room for the closest relation, beside its first and last sentence.
pub fn tells_relation(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> bool {
    middle(subject, findings, evidence).len() + 3 <= MOST_SENTENCES
}

/// What dominates, and what became of it.
fn middle(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Vec<String> {
    let groups = groups(subject, findings, evidence).or_else(|| highest(subject, findings, evidence));
    groups.into_iter().chain(trend(subject, findings, evidence)).collect()
}

fn without_rows(subject: &Subject<'_>, evidence: &Evidence) -> String {
    let columns = subject.columns.len();
    let named = if columns == 1 { "one column".to_owned() } else { format!("{} columns", spelled(columns as u64)) };
    let first = format!("{} names {named} and has no rows", prose::code(&subject.table.file));
    let id = evidence.id(Topic::Counts(0));
    format!("{} There is nothing to summarise until it holds data.", sentence(&first, &[id]))
}

/// How many rows there are, what one is, and the time they cover.
fn size(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> String {
    let rows = subject.table.rows;
    let id = findings.counts.iter().map(|each| each.id.as_str()).find(|id| !id.is_empty()).unwrap_or_default();
    let calendar_id = evidence.id(Topic::Calendar);
    let columns = match subject.columns.len() {
        1 => "one column".to_owned(),
        columns => format!("{} columns", count(columns as u64)),
    };
    let Some(calendar) = &findings.calendar else {
        let text = match (&subject.noun, rows) {
            (_, 1) => format!("The data is a single row of {columns}"),
            (Some(noun), _) => format!("Each of the {} rows is one {noun}, described by {columns}", count(rows)),
            (None, _) => format!("The data has {} rows and {columns}", count(rows)),
        };
        return sentence(&text, &[id]);
    };
    let (first, last) = match calendar.form {
        Form::Year => (calendar.first.year().to_string(), calendar.last.year().to_string()),
        Form::Month => {
            let month = |day: jiff::civil::Date| format!("{} {}", prose::month(i64::from(day.month())), day.year());
            (month(calendar.first), month(calendar.last))
        }
        Form::Date | Form::Timestamp | Form::DayNumber => (calendar.first.to_string(), calendar.last.to_string()),
    };
    let on = if calendar.form == Form::Month { "in" } else { "on" };
    let period = if first == last { format!("all {on} {first}") } else { format!("from {first} to {last}") };
    let counted = prose::cited(&[id]);
    let text = match &subject.noun {
        _ if rows == 1 => format!("The data is a single row of {columns}{counted}, dated {first}"),
        Some(noun) => format!("Each of the {} rows is one {noun}{counted}, {period}", count(rows)),
        None if calendar.rows == calendar.days && rows == calendar.rows => {
            format!("Each of the {} rows has a date of its own{counted}, {period}", count(rows))
        }
        None => format!("The data has {} rows and {columns}{counted}, {period}", count(rows)),
    };
    sentence(&text, &[calendar_id])
}

/// What dominates, and where the main mean differs.
fn groups(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<String> {
    let mut clauses: Vec<String> = Vec::new();
    let gap = findings.main_gap().filter(|_| findings.main.how == How::Mean);
    if subject.table.rows < SHARED {
        return None;
    }
    let mut leads = findings.leads.iter().filter(|lead| lead.is_dominant() && !lead.is_nearly_all());
    let first = leads.next();
    let has_names = evidence.get(Topic::Ranked).is_some();
    if let Some(lead) = first {
        clauses.push(from(leading(subject, findings, lead), &lead.id));
    } else if let Some(lead) =
        findings.leads.first().filter(|lead| gap.is_none() && !lead.is_nearly_all() && !has_names)
    {
        clauses.push(from(even(subject, findings, lead), &lead.id));
    }
    if let Some(gap) = gap {
        let range = means(subject, gap)?;
        let is_same = first.is_some_and(|lead| lead.position == gap.position);
        let range = if is_same { range } else { format!("by {}, {range}", name(subject, gap.position)) };
        clauses.push(from(range, &gap.id));
    } else if let Some(lead) = leads.next().filter(|_| !clauses.is_empty()) {
        let leader = label(subject, lead.position, &lead.label);
        let told = format!("by {}, {leader} leads with {}", name(subject, lead.position), percent(lead.share));
        clauses.push(from(told, &lead.id));
    } else if let Some(lead) = findings.leads.iter().find(|lead| lead.is_nearly_all()) {
        let leader = label(subject, lead.position, &lead.label);
        let of = of_what(subject, findings);
        let told = format!("{} is {leader} for {} of {of}", name(subject, lead.position), percent(lead.share));
        clauses.push(from(told, &lead.id));
    }
    (!clauses.is_empty()).then(|| sentence(&clauses.join("; "), &[]))
}

/// A clause and the result that it rests on, so that each figure stands before its own.
fn from(clause: String, id: &str) -> String {
    clause + &prose::cited(&[id])
}

/// The row with the largest figure, where each row has a name.
fn highest(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<String> {
    let answer = evidence.get(Topic::Ranked)?;
    let measure = findings.main.measure?;
    let column = subject.column(measure)?;
    let figure = |row: usize| Some((answer.text(row, 0)?, with_unit(column, answer.number(row, 1)?)));
    let (first, largest) = figure(0)?;
    // A name without letters would read as a figure.
    let called =
        |name: &str| if name.chars().any(char::is_alphabetic) { prose::value(name) } else { prose::code(name) };
    let first = called(&first);
    // A second name that has to be quoted or cut makes no sentence.
    let second = figure(1).filter(|(second, _)| second.chars().count() > 1 && called(second) == *second);
    let whose = match second {
        // Who of equals stands first is chance.
        Some((second, value)) if value == largest => match figure(2) {
            Some((_, third)) if third == largest => format!("{first}, {second} and others"),
            Some(_) | None => format!("{first} and {second}"),
        },
        Some((second, value)) => format!("{first}, ahead of {second} with {value}"),
        None => first,
    };
    let is_several = subject.column(measure).is_some_and(|column| column.name.is_plural());
    let highest = if is_several { "largest value of" } else { "highest" };
    // The name as it is written, so nowhere at the beginning.
    let aside = if findings.borders.leaves_out_large(measure) { "outliers aside, " } else { "" };
    Some(sentence(&format!("{aside}the {highest} {} is {largest} for {whose}", name(subject, measure)), &[&answer.id]))
}

/// Between which groups a mean runs.
pub fn means(subject: &Subject<'_>, gap: &Gap) -> Option<String> {
    let measure = subject.column(gap.measure)?;
    Some(format!(
        "the {} {} {} lowest for {} ({}) and highest for {} ({})",
        mean_of(measure),
        name(subject, gap.measure),
        if measure.role != Role::Flag && measure.name.is_plural() { "are" } else { "is" },
        group(subject, gap.position, &gap.low.0),
        with_unit(measure, gap.low.1),
        group(subject, gap.position, &gap.high.0),
        with_unit(measure, gap.high.1)
    ))
}

/// What shares are shares of: `revenue`, `the airports`.
fn of_what(subject: &Subject<'_>, findings: &Findings) -> String {
    match findings.main.measure.filter(|_| findings.main.how == How::Sum) {
        Some(measure) => name(subject, measure),
        None => format!("the {}", subject.rows_noun()),
    }
}

/// The leader of a category, with what it leads and who follows.
fn leading(subject: &Subject<'_>, findings: &Findings, lead: &Lead) -> String {
    let category = name(subject, lead.position);
    let leader = label(subject, lead.position, &lead.label);
    let of = of_what(subject, findings);
    if let Some((second, share)) = lead.second.as_ref().filter(|_| lead.is_shared()) {
        let second = label(subject, lead.position, second);
        return format!(
            "by {category}, {leader} and {second} lead with {} and {} of {of}",
            percent(lead.share),
            percent(*share)
        );
    }
    let is_sum = findings.main.measure.is_some() && findings.main.how == How::Sum;
    let verb = if is_sum { "accounts for" } else { "is the most frequent with" };
    let ahead = lead.second.as_ref().map_or_else(String::new, |(second, share)| {
        format!(", ahead of {} with {}", label(subject, lead.position, second), percent(*share))
    });
    format!("by {category}, {leader} {verb} {} of {of}{ahead}", percent(lead.share))
}

/// A category in which no group stands out.
fn even(subject: &Subject<'_>, findings: &Findings, lead: &Lead) -> String {
    let category = name(subject, lead.position);
    let leader = label(subject, lead.position, &lead.label);
    let of = of_what(subject, findings);
    if lead.is_even() {
        let be = if findings.main.measure.is_none() || findings.main.how == How::Mean || is_plural(subject, findings) {
            "are"
        } else {
            "is"
        };
        return format!("{of} {be} spread evenly over the values of {category}");
    }
    if lead.share > 50.0 {
        return format!("by {category}, {leader} has the largest part with {} of {of}", percent(lead.share));
    }
    format!(
        "no value of {category} dominates: the largest of {}, {leader}, has {} of {of}",
        spelled(lead.groups),
        percent(lead.share)
    )
}

/// What became of the main figure; its season and its break are a sentence of their own, as they name other periods.
fn trend(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Vec<String> {
    let what = main_name(subject, findings);
    let changed = findings.changes.first().filter(|_| findings.tells_change(subject));
    let mut sentences: Vec<String> = changed
        .map(|found| sentence(&format!("{what} {}", change(subject, findings, found)), &[&found.id]))
        .into_iter()
        .collect();
    let mut clauses: Vec<String> = Vec::new();
    if let Some(season) = &findings.season {
        clauses.push(from(seasonal(subject, findings, season), evidence.id(Topic::Season)));
    }
    if let Some(found) = &findings.broken
        && let (Some(next), Some(before)) =
            (findings.grain().next(found.period), findings.grain().previous(found.period))
    {
        let verb = if found.value < found.before { "dropped" } else { "jumped" };
        let figure = |value: f64| main_figure(subject, findings, value);
        let told = format!(
            "{verb} to {} in {}, from {} in {}",
            figure(found.value),
            stretch((found.period, next)),
            figure(found.before),
            stretch((before, found.period))
        );
        clauses.push(from(told, evidence.id(Topic::Series)));
    }
    if !clauses.is_empty() {
        sentences.push(sentence(&format!("{what} {}", clauses.join(" and ")), &[]));
    }
    sentences
}

fn seasonal(subject: &Subject<'_>, findings: &Findings, season: &Season) -> String {
    let (high, low) = (prose::month(season.high.0), prose::month(season.low.0));
    let value = |value: f64| main_figure(subject, findings, value);
    let (peaks, swings) = if is_plural(subject, findings) { ("peak", "swing") } else { ("peaks", "swings") };
    match findings.main.how {
        How::Sum if season.each_year => format!("{peaks} every {high}"),
        How::Sum => format!("{peaks} in {high}"),
        How::Mean => format!(
            "{swings} with the seasons, lowest in {low} ({}) and highest in {high} ({})",
            value(season.low.1),
            value(season.high.1)
        ),
    }
}

/// Two measures that belong together.
pub fn related(subject: &Subject<'_>, relation: &Relation) -> String {
    let r = relation.correlation;
    let (left, right) = (name(subject, relation.left), name(subject, relation.right));
    let how = match (r > 0.0, closeness(r)) {
        (true, " loosely") => "tend to rise together".to_owned(),
        (false, " loosely") => "tend to move in opposite directions".to_owned(),
        (true, adverb) => format!("rise{adverb} together"),
        (false, _) => "move in opposite directions".to_owned(),
    };
    let text =
        format!("{left} and {right} {how}, with a correlation of {} over {} pairs", figure(r), count(relation.rows));
    sentence(&text, &[&relation.id])
}

/// What is wrong, or that nothing is.
fn quality(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> String {
    let clauses: Vec<Clause> = defects::clauses(subject, findings, evidence);
    let id = findings.counts.iter().map(|each| each.id.as_str()).find(|id| !id.is_empty()).unwrap_or_default();
    if clauses.is_empty() {
        let is_known = findings.counts.iter().all(|each| each.filled == Some(subject.table.rows));
        let text = if is_known {
            "No value is missing, and none stands out as impossible"
        } else {
            "No value stands out as impossible"
        };
        return sentence(text, &[id]);
    }
    let cited = |(text, ids): Clause| {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        text + &prose::cited(&ids)
    };
    let texts: Vec<String> = clauses.into_iter().map(cited).collect();
    sentence(&texts.join("; "), &[])
}

/// Where the values of the first measure lie.
fn typical(subject: &Subject<'_>, findings: &Findings) -> Option<String> {
    let position = subject.measures.first().copied()?;
    let column = subject.column(position)?;
    let found = findings.typical_of(position)?;
    let what = name(subject, position);
    let is_told_apart = |(low, _, high): &(f64, f64, f64)| with_unit(column, *low) != with_unit(column, *high);
    let text = match found.middle.filter(is_told_apart) {
        Some((low, middle, high)) => format!(
            "The median of {what} is {}, its lower quartile {}, its upper quartile {}",
            with_unit(column, middle),
            with_unit(column, low),
            with_unit(column, high)
        ),
        None if found.middle.is_none() => {
            let unit = column.name.unit.map_or_else(String::new, |unit| format!(" {unit}"));
            format!(
                "The smallest value of {what} is {}{unit}, the largest {}{unit}",
                exact(found.low),
                exact(found.high)
            )
        }
        None => return None,
    };
    Some(sentence(&text, &[&found.id]))
}

/// That no two measures move together, where that was looked at over enough rows.
fn weakest(evidence: &Evidence) -> Option<String> {
    let answer = evidence.get(Topic::Relations)?;
    let strongest = (0..answer.len())
        .filter_map(|row| Some((answer.number(row, 3)?, answer.count(row, 4)?)))
        .filter(|(_, rows)| *rows >= 30)
        .max_by(|one, other| one.0.abs().total_cmp(&other.0.abs()))?;
    if strongest.0.abs() >= 0.3 {
        return None;
    }
    let text = format!(
        "No two measures move together: the closest ones have a correlation of {} over {} pairs",
        figure(strongest.0),
        count(strongest.1)
    );
    Some(sentence(&text, &[&answer.id]))
}

/// What kinds of columns there are.
fn parts(subject: &Subject<'_>) -> Option<String> {
    let number = |wanted: &dyn Fn(Role) -> bool| subject.columns.iter().filter(|column| wanted(column.role)).count();
    let kinds = [
        (number(&|role| role == Role::Measure), "a quantity", "quantities"),
        (number(&|role| matches!(role, Role::Time(_))), "a time", "times"),
        (number(&|role| matches!(role, Role::Category | Role::Flag)), "a category", "categories"),
        (number(&|role| matches!(role, Role::Label | Role::Prose)), "text", "texts"),
        (number(&|role| matches!(role, Role::Identifier | Role::Code)), "a code or key", "codes or keys"),
    ];
    let said: Vec<String> = kinds
        .into_iter()
        .filter(|(columns, _, _)| *columns > 0)
        .map(|(columns, one, more)| (if columns == 1 { one } else { more }).to_owned())
        .collect();
    let verb = if subject.columns.len() == 1 { "The column holds" } else { "The columns hold" };
    (!said.is_empty()).then(|| sentence(&format!("{verb} {}", prose::listed(&said)), &[]))
}
