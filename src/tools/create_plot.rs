//! `create_plot`: a chart for the reader.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::privacy::Said;
use super::{Outcome, Tools, input, title, untraced};
use crate::chart::{self, Chart, Drawing, Engine, Finding, listed};
use crate::event::{Call, Event, Log};
use crate::limits::Privacy;

pub const DESCRIPTION: &str = "Shows a chart to the reader: a Vega-Lite v5 specification with a mark and an encoding, whose \
    data is a result by reference, \"data\": {\"name\": \"q3\"} (at most 5,000 rows), or at most 100 inline rows, \"data\": \
    {\"values\": [...]}. The chart is drawn first: one that would be blank or wrong is rejected with the reasons; mend all of \
    them and call again.";

/// The input of `create_plot`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What the chart shows, as a headline.
    title: String,
    /// A Vega-Lite v5 specification.
    #[schemars(with = "std::collections::BTreeMap<String, Value>")]
    vega_lite_spec: Value,
    /// One sentence on what the chart shows.
    #[serde(default)]
    note: Option<String>,
    /// Not to show a chart of which a number could not be traced, but to say so. It is not offered to language models: one
    /// that ends the run in the same reply would lose its chart. The built-in analyst waits for what it is told.
    #[serde(default)]
    #[schemars(skip)]
    only_traced: bool,
}

/// The words of a chart.
struct Words {
    title: String,
    note: Option<String>,
    only_traced: bool,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Outcome<Said> {
    let Input { title: name, vega_lite_spec, note, only_traced } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Outcome::Told(Said::error(message)),
    };
    let name = title(&name);
    let results = &tools.results;
    let prepared =
        chart::check_inline(&vega_lite_spec).and_then(|()| chart::prepare(&vega_lite_spec, &|id| results.get(id)));
    let drawn = match prepared {
        Ok(chart) => draw(tools, chart).await,
        Err(reasons) => Ok(Err(reasons)),
    };
    Outcome::Told(match drawn {
        Ok(Ok((chart, drawing))) => {
            let note = note.as_deref().map(title).filter(|note| !note.is_empty());
            show(tools, Words { title: name, note, only_traced }, chart, drawing, log).await
        }
        Ok(Err(reasons)) => reject(tools, name, &vega_lite_spec, &reasons, log),
        Err(ended) => return ended,
    })
}

/// A chart that was drawn, or why it is none.
type Drawn = Result<(Chart, Drawing), Vec<Finding>>;

/// Draws a chart on a thread of its own; signals are heard meanwhile. An error ends the run.
async fn draw(tools: &Tools, chart: Chart) -> Result<Drawn, Outcome<Said>> {
    let guard = StopOnDrop::new(&tools.engine);
    let (engine, palette) = (tools.engine.clone(), tools.palette.clone());
    let drawing = tokio::task::spawn_blocking(move || {
        let drawing = engine.draw_checked_among(&chart.specification, &palette);
        drawing.map(|drawing| (chart, drawing))
    });
    let drawing = tokio::select! {
        biased;
        () = tools.interrupt.wait() => return Err(Outcome::Interrupted),
        drawing = drawing => drawing,
    };
    guard.disarm();
    drawing.map_err(|error| Outcome::Broken(format!("chart engine: {error}")))
}

/// Shows a chart, its title and note traced.
async fn show(tools: &mut Tools, words: Words, chart: Chart, drawing: Drawing, log: &mut Log) -> Said {
    let Words { title: name, note, only_traced } = words;
    let title_claims = tools.trace_title(&name, &chart.sources, log).await;
    let note_claims = match &note {
        Some(note) => tools.trace_title(note, &chart.sources, log).await,
        None => Vec::new(),
    };
    let untraced: Vec<_> = untraced::of_claims(&title_claims, "in the title")
        .chain(untraced::of_claims(&note_claims, "in the note"))
        .collect();
    let unchecked = tools.unchecked();
    // Whether they could be traced depends on values.
    if only_traced && unchecked.is_none() && !untraced.is_empty() && tools.privacy == Privacy::Rows {
        return Said::error(untraced::instead_of_chart(&untraced)).or_instead("not shown");
    }
    tools.plots += 1;
    tools.palette.learn(&chart.specification, &drawing.drawn.legend);
    let said = shown(&drawing.warnings, untraced::of_chart(&untraced, unchecked.as_ref()));
    let alt = chart::describe(&chart.specification, &drawing.drawn, &name);
    log.emit(Event::Plot {
        id: format!("plot{}", tools.plots),
        title: name,
        note,
        vega_lite_spec: chart.specification,
        title_claims,
        note_claims,
        source: (!chart.sources.is_empty()).then(|| chart.sources.join(", ")),
        warnings: drawing.warnings.into_iter().map(|warning| warning.text).collect(),
        alt: Some(alt),
        drawn: Some(Box::new(drawing.drawn)),
        svg: Some(drawing.svg),
    });
    said
}

/// Rejects a chart and says why.
fn reject(tools: &Tools, name: String, specification: &Value, reasons: &[Finding], log: &mut Log) -> Said {
    let reason = listed(texts(reasons));
    log.emit(Event::PlotRejected { title: name, reason: reason.clone() });
    // A reason may quote names and values of the result. Over what may be told of it, it cannot.
    let instead = chart::check_inline(specification)
        .and_then(|()| chart::prepare(specification, &|id| tools.results.stand_in(id)))
        .map_or_else(|allowed| listed(texts(&allowed)), |_| listed(discreet(reasons)));
    Said::error(format!("rejected: {reason}")).or_instead(format!("rejected: {instead}"))
}

fn texts(findings: &[Finding]) -> impl Iterator<Item = &str> {
    findings.iter().map(|finding| finding.text.as_str())
}

fn discreet(findings: &[Finding]) -> impl Iterator<Item = &str> {
    findings.iter().map(|finding| finding.discreet.as_str())
}

/// What the model is told of a chart that stands. Warnings and numbers that could not be traced may quote values.
fn shown(warnings: &[Finding], untraced: Option<String>) -> Said {
    let text = |list: Vec<String>| match list.as_slice() {
        [] => "shown".to_owned(),
        list => format!("shown, but {}", list.join("; and ")),
    };
    let drawn = |list: String| (!warnings.is_empty()).then_some(list);
    let instead = drawn(listed(discreet(warnings))).into_iter().collect();
    Said::ok(text(drawn(listed(texts(warnings))).into_iter().chain(untraced).collect())).or_instead(text(instead))
}

/// Ends what the engine draws when the call ends before it, by a signal or the run's deadline: nothing waits for it.
struct StopOnDrop {
    engine: Option<Engine>,
}

impl StopOnDrop {
    fn new(engine: &Engine) -> Self {
        Self { engine: Some(engine.clone()) }
    }

    fn disarm(mut self) {
        self.engine = None;
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(engine) = &self.engine {
            engine.stop();
        }
    }
}
