//! What the page's template is given: the report put in the order in which a reader meets it.
//!
//! Uses `report`, `format` and its siblings of `html`. Decides what stands where; the template decides the tags around it.

use serde::Serialize;
use serde_json::{Value, json};

use super::assets;
use super::chart::{Chart, charts};
use super::columns::columns;
use super::number::Marker;
use super::prose::prose;
use super::query::{QueryView, queries};
use super::run::{RunView, run};
use super::security::{json_in_script, policy};
use super::table::{View, table};
use super::top::{Banner, Traced, banner, facts, traced};
use crate::event::{Claim, Role};
use crate::render::claims::CellClaims;
use crate::render::format::counted;
use crate::render::quality::{Quality, quality};
use crate::render::report::{ColumnTable, Item, Plot, Report, Table, Text, column_tables, is_column_table};
use crate::render::svg::clean_labelled;
use crate::templates::Markup;
use crate::templates::look::{self, Place, legend_characters};

/// Everything on the page.
#[derive(Debug, Serialize)]
pub struct Page {
    policy: String,
    style: Markup,
    early: Markup,
    scripts: Vec<Markup>,
    /// The look of charts and their specifications.
    charts: Option<Markup>,
    is_answer: bool,
    heading: String,
    /// The heading with its numbers marked.
    title: Markup,
    /// The line under the heading.
    facts: Vec<String>,
    /// How many numbers were traced; none where there are no numbers.
    traced: Option<Traced>,
    banner: Option<Banner>,
    /// The summary or the answer.
    lead: Vec<Prose>,
    blocks: Vec<Block>,
    notes: Vec<Prose>,
    columns: Vec<Columns>,
    quality: Quality,
    queries: Vec<QueryView>,
    run: RunView,
}

#[derive(Debug, Serialize)]
struct Prose {
    id: String,
    html: Markup,
}

/// A per-column table.
#[derive(Debug, Serialize)]
struct Columns {
    /// Of the table, where the run gave it.
    id: Option<String>,
    /// Where it holds numbers.
    title: Option<Markup>,
    html: Markup,
}

/// Something among the findings.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Block {
    Figures { figures: Vec<Figure> },
    Text { text: Prose },
    Table { id: String, title: Markup, note: Option<Markup>, source: Option<String>, html: Markup },
}

#[derive(Debug, Serialize)]
struct Figure {
    id: String,
    /// Of the element that the chart is drawn into.
    target: String,
    /// What the chart shows, as one line for those who cannot see it.
    alternative: String,
    /// The chart as it was drawn in the run, which stands here until the page has drawn it.
    picture: Option<Markup>,
    /// What is to be known of it.
    warnings: Vec<String>,
    /// Whether the chart is of several views, which do not follow the page's width.
    several: bool,
    title: Markup,
    subtitle: Option<String>,
    note: Option<Markup>,
    /// Findings that stand directly before the chart.
    finding: Option<Prose>,
    source: Option<String>,
    rows: Option<String>,
    data: Vec<Markup>,
}

impl Page {
    /// The page of a report.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let charts = charts(report.plots());
        // In the order of the page, so that the first number that could not be traced is the first one there.
        let marker = Marker::of(report);
        let title = marker.text(report.heading(), report.heading_claims());
        let lead = texts(report, &marker, |text| is_lead(report, text));
        let blocks = blocks(report, &charts, &marker);
        let notes = texts(report, &marker, |text| text.role == Role::Note);
        let columns = if report.is_answer() { Vec::new() } else { all_columns(report, &marker) };
        let specs: Vec<Value> = charts
            .iter()
            .zip(report.plots())
            .enumerate()
            .map(|(index, (chart, plot))| {
                let legend = legend_characters(&chart.spec, &chart.spec);
                let most = plot.spec.get("width").and_then(Value::as_f64);
                json!({"target": target(index), "legend": legend, "most": most, "spec": chart.spec})
            })
            .collect();
        let mut scripts: Vec<&str> = Vec::new();
        if !specs.is_empty() {
            scripts.extend(assets::vega());
        }
        scripts.push(assets::BOOT);
        let allowed: Vec<&str> = std::iter::once(assets::EARLY).chain(scripts.iter().copied()).collect();
        Self {
            policy: policy(&allowed, assets::STYLE),
            style: trusted(assets::STYLE),
            early: trusted(assets::EARLY),
            scripts: scripts.into_iter().map(trusted).collect(),
            charts: (!specs.is_empty())
                .then(|| json_in_script(&json!({"look": look::config(Place::Page), "charts": specs}))),
            is_answer: report.is_answer(),
            heading: report.heading().to_owned(),
            title,
            facts: facts(report),
            traced: traced(report, &marker),
            banner: banner(report, &marker),
            lead,
            blocks,
            notes,
            columns,
            quality: quality(report),
            queries: queries(report),
            run: run(report),
        }
    }
}

fn trusted(text: &str) -> Markup {
    Markup::trusted(text.to_owned())
}

/// Whether a text stands at the top: the summary of an analysis, the answer to a question.
fn is_lead(report: &Report, text: &Text) -> bool {
    match text.role {
        Role::Summary | Role::Answer => true,
        Role::Finding => report.is_answer() && report.texts(Role::Answer).next().is_none(),
        Role::Note => false,
    }
}

fn texts(report: &Report, marker: &Marker<'_>, stands_here: impl Fn(&Text) -> bool) -> Vec<Prose> {
    report
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Text(text) if stands_here(text) => Some(prose_of(text, report, marker)),
            Item::Text(_) | Item::Table(_) | Item::Plot(_) => None,
        })
        .collect()
}

fn prose_of(text: &Text, report: &Report, marker: &Marker<'_>) -> Prose {
    Prose { id: text.id.clone(), html: prose(text, report, marker) }
}

fn all_columns(report: &Report, marker: &Marker<'_>) -> Vec<Columns> {
    let several = report.datasets.len() > 1;
    column_tables(report)
        .iter()
        .map(|table| Columns {
            id: match table {
                ColumnTable::Given { table, .. } => Some(table.id.clone()),
                ColumnTable::Profile(_) => None,
            },
            title: match table {
                ColumnTable::Given { table, .. } if !table.title_claims.is_empty() => {
                    Some(marker.text(&table.title, &table.title_claims))
                }
                ColumnTable::Given { .. } | ColumnTable::Profile(_) => None,
            },
            html: columns(table, &report.datasets, several, marker),
        })
        .collect()
}

/// Findings in the order in which they were given. Charts in a row stand beside each other; a finding directly before a
/// chart stands with it.
fn blocks(report: &Report, charts: &[Chart], marker: &Marker<'_>) -> Vec<Block> {
    let mut drawn = charts.iter().enumerate();
    let mut blocks: Vec<Block> = Vec::new();
    let mut items = report.items.iter().peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Text(text) if text.role == Role::Note || is_lead(report, text) => {}
            Item::Text(text) => match items.next_if(|next| matches!(next, Item::Plot(_))) {
                Some(Item::Plot(plot)) => {
                    let title = marker.text(&plot.title, &plot.title_claims);
                    let finding = Some(prose_of(text, report, marker));
                    push_figure(
                        &mut blocks,
                        drawn.next().map(|chart| figure(plot, title, finding, (report, marker), chart)),
                    );
                }
                Some(Item::Text(_) | Item::Table(_)) | None => {
                    blocks.push(Block::Text { text: prose_of(text, report, marker) });
                }
            },
            Item::Table(table) if !report.is_answer() && is_column_table(table) => {}
            Item::Table(table) => blocks.push(table_block(table, report, marker)),
            Item::Plot(plot) => {
                let title = marker.text(&plot.title, &plot.title_claims);
                push_figure(&mut blocks, drawn.next().map(|chart| figure(plot, title, None, (report, marker), chart)));
            }
        }
    }
    blocks
}

fn push_figure(blocks: &mut Vec<Block>, figure: Option<Figure>) {
    let Some(figure) = figure else { return };
    match blocks.last_mut() {
        Some(Block::Figures { figures }) => figures.push(figure),
        Some(Block::Text { .. } | Block::Table { .. }) | None => blocks.push(Block::Figures { figures: vec![figure] }),
    }
}

/// The id of the element that a chart is drawn into.
fn target(index: usize) -> String {
    format!("chart-{}", index + 1)
}

fn figure(
    plot: &Plot,
    title: Markup,
    finding: Option<Prose>,
    (report, marker): (&Report, &Marker<'_>),
    (index, chart): (usize, &Chart),
) -> Figure {
    let Chart { spec: _, subtitle, data } = chart;
    let rows: usize = data.iter().map(|data| data.rows.len()).max().unwrap_or(0);
    let caption = format!("Data of the chart: {}", plot.title);
    Figure {
        id: plot.id.clone(),
        target: target(index),
        alternative: sentence(plot),
        picture: picture(plot, &target(index)),
        warnings: plot.warnings.clone(),
        several: chart.spec.get("width").and_then(Value::as_str) != Some("container"),
        title,
        subtitle: subtitle.clone(),
        note: note(plot.note.as_deref(), &plot.note_claims, marker),
        finding,
        source: plot.source.clone().filter(|id| report.query(id).is_some()),
        rows: (rows > 0).then(|| counted(rows as u64, "row")),
        data: data
            .iter()
            .map(|data| {
                table(View {
                    caption: &caption,
                    columns: &data.columns,
                    types: &[],
                    rows: &data.rows,
                    row_count: data.rows.len() as u64,
                    ..View::default()
                })
            })
            .collect(),
    }
}

/// The chart as it was drawn in the run.
fn picture(plot: &Plot, target: &str) -> Option<Markup> {
    let axes = plot.drawn.iter().flat_map(|drawn| &drawn.views).flat_map(|view| view.axes.values());
    let ticks = axes.flat_map(|axis| &axis.ticks).map(|tick| tick.label.as_str());
    let legend = plot.drawn.iter().flat_map(|drawn| &drawn.legend).map(String::as_str);
    let labels: Vec<&str> = ticks.chain(legend).collect();
    clean_labelled(plot.svg.as_deref()?, target, &labels).map(Markup::trusted)
}

/// What a chart shows, as one line for those who cannot see it.
fn sentence(plot: &Plot) -> String {
    if let Some(alternative) = plot.alt.as_deref().filter(|alternative| !alternative.trim().is_empty()) {
        return alternative.to_owned();
    }
    let parts = [Some(plot.title.as_str()), plot.note.as_deref()];
    let parts: Vec<&str> = parts
        .into_iter()
        .flatten()
        .map(|part| part.trim().trim_end_matches('.'))
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(". ")
}

/// A note with its numbers marked.
fn note(note: Option<&str>, claims: &[Claim], marker: &Marker<'_>) -> Option<Markup> {
    note.filter(|note| !note.trim().is_empty()).map(|note| marker.text(note, claims))
}

fn table_block(given: &Table, report: &Report, marker: &Marker<'_>) -> Block {
    Block::Table {
        id: given.id.clone(),
        title: marker.text(&given.title, &given.title_claims),
        note: note(given.note.as_deref(), &given.note_claims, marker),
        source: given.source.clone().filter(|id| report.query(id).is_some()),
        html: table(View {
            caption: &given.title,
            columns: &given.headers,
            types: &given.types,
            rows: &given.rows,
            row_count: given.row_count,
            whole_in_print: true,
            numbers: Some((marker, &CellClaims::of(&given.claims))),
        }),
    }
}
