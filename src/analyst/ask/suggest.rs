//! Three questions about this very file that the analyst can answer, for where it declines.

use super::date_columns::date_columns;
use super::draft::Draft;
use super::marks::View;
use super::read::read;

/// How many are named.
const COUNT: usize = 3;

/// Questions that this analyst reads without a doubt.
pub fn questions(view: &View<'_>) -> Vec<String> {
    let draft = Draft::new(view, "");
    let columns = 0..view.table.columns.len();
    let name = |at: usize| view.table.columns.get(at).map(|column| column.name.clone()).unwrap_or_default();
    let few = |at: &usize| {
        view.table
            .columns
            .get(*at)
            .and_then(|column| column.distinct)
            .is_some_and(|distinct| (2..=30).contains(&distinct) && distinct < view.table.rows)
    };
    let groups: Vec<usize> = columns.clone().filter(|at| draft.is_grouping(*at)).filter(few).collect();
    let mut numbers: Vec<usize> = columns.filter(|at| draft.is_number(*at) && !draft.is_identifier(*at)).collect();
    numbers.sort_by_key(|at| (!draft.is_additive(*at), *at));
    let dated = date_columns(view.table).iter().any(|date| !date.year_only);
    let mut all = Vec::new();
    let pairs = groups.iter().flat_map(|group| numbers.iter().map(move |number| (group, number)));
    if let Some((group, number)) = pairs.into_iter().find(|(group, number)| group != number) {
        all.push(format!("What is the mean {} for each {}?", name(*number), name(*group)));
    }
    if let (Some(number), true) = (numbers.first(), dated) {
        let figure = if draft.is_additive(*number) { "total" } else { "mean" };
        all.push(format!("What is the {figure} {} per year?", name(*number)));
    }
    all.extend(groups.iter().take(1).map(|group| format!("How many rows are there for each {}?", name(*group))));
    if let [one, other, ..] = numbers.as_slice() {
        all.push(format!("What is the correlation between {} and {}?", name(*one), name(*other)));
    }
    for number in &numbers {
        all.push(format!("What are the smallest and the largest {}?", name(*number)));
        all.push(format!("What is the median of the column {}?", name(*number)));
        if draft.is_additive(*number) {
            all.push(format!("What is the sum of the column {}?", name(*number)));
        }
    }
    all.extend(
        view.table
            .columns
            .iter()
            .take(20)
            .map(|column| format!("How many values are missing in the column {}?", column.name)),
    );
    all.extend(
        ["How many rows are there?", "How many columns are there?", "Which columns are there?"].map(str::to_owned),
    );
    all.retain(|question| question.len() < 160 && !question.contains(char::is_control));
    all.into_iter().filter(|question| read(view, question).is_ok()).take(COUNT).collect()
}
