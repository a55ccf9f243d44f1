//! On which lines values stand whose text is lost under a type that the user names: a mark that becomes missing, zeros and
//! signs before numbers.
//!
//! Columns are gathered without lines; where such a type loses something, the rows are walked through once more.

use super::Progress;
use super::decide::Decision;
use super::lines::Lines;
use super::settle;
use super::shape::{Shape, classify, detail, trim};
use super::source::Prepared;
use super::survey::Survey;
use super::walk::{Part, Walk};
use crate::data::DataError;
use crate::limits::Interrupt;

/// The lines, column by column; nothing where no named type loses anything.
pub(super) fn lines(
    prepared: &Prepared,
    survey: &Survey,
    header: bool,
    decisions: &[Decision],
    watched: (&Interrupt, &Progress),
) -> Result<Vec<Lines>, DataError> {
    let loses = |at: usize| -> Option<(usize, &Decision, u64)> {
        let (decision, column) = (decisions.get(at)?, survey.columns.get(at)?);
        let differs = decision.differs(column) || decision.converts(column);
        // Zeros behind decimals say nothing where all numbers have as many decimals.
        let odd = detail::PADDED | detail::PLUS | if column.mixes_places() { detail::ZERO_ENDED } else { 0 };
        (decision.named && decision.asked.is_none() && differs).then_some((at, decision, odd))
    };
    let columns: Vec<(usize, &Decision, u64)> = (0..decisions.len()).filter_map(loses).collect();
    // Lines of JSON are not those of its rows.
    if columns.is_empty() || prepared.is_json() {
        return Ok(Vec::new());
    }
    let mut lines = vec![Lines::default(); decisions.len()];
    let mut walk = Walk::open(prepared, survey.coding, &survey.frame, watched.0, watched.1)?;
    let mut first = header;
    while let Some(part) = walk.next()? {
        if part != Part::Table || std::mem::take(&mut first) || survey.omitted.contains(&walk.line()) {
            continue;
        }
        let mut fields: Vec<&[u8]> = walk.texts().collect();
        let whole = survey.joints.get(&walk.line()).map(|&column| {
            let reach = fields.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
            let beyond = reach.saturating_sub(survey.frame.width);
            settle::joined(&fields, column, beyond, survey.frame.dialect.delimiter)
        });
        if let Some(whole) = &whole {
            fields = whole.iter().map(|text| &**text).collect();
        }
        for (at, decision, odd) in &columns {
            let lost = fields.get(*at).is_some_and(|text| is_lost(text, decision, *odd));
            if let Some(lines) = lines.get_mut(*at).filter(|_| lost) {
                lines.add(walk.line());
            }
        }
    }
    Ok(lines)
}

/// Whether a text is another than its value would be written; `odd` are the details of numbers that say so.
fn is_lost(text: &[u8], decision: &Decision, odd: u64) -> bool {
    let bare = trim(text);
    if text.is_empty() {
        return false;
    }
    if bare.is_empty() || decision.missing.iter().any(|word| word.as_bytes() == bare) {
        return true;
    }
    let seen = classify(text);
    let plain = match seen.shape {
        Shape::Integer | Shape::WideInteger | Shape::FineDecimal => true,
        Shape::Decimal => !decision.style.as_ref().is_some_and(|style| style.comma),
        _ => false,
    };
    decision.kind.is_number() && (!plain || seen.details & odd != 0)
}
