//! Numbers that share what stands at the last of them: `10 to 20 %`, `between 1.2 and 1.5 million`, `5, 7 and 9 %`.

use super::numeral::Found;
use super::tokens::Tokens;
use super::{Exclusion, Form, Hedge, context, hedge};

/// What joins two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// They are the ends of a range.
    Range,
    /// They stand in a list.
    List,
}

/// What joins a number to the next, where only that stands between them.
pub(super) fn link(tokens: &Tokens, one: &Found, next: &Found) -> Option<Link> {
    let (at, gap) = (one.last + 1, next.first.checked_sub(one.last + 1)?);
    let opened = ["between", "zwischen", "entre"];
    match (gap, tokens.text(at)) {
        (1, "-" | "–" | "—" | "‑" | "−" | "to" | "bis" | "à" | "through" | "until" | "till" | "a") => {
            Some(Link::Range)
        }
        (2, "up") if tokens.text(at + 1) == "to" => Some(Link::Range),
        (1, "and" | "und" | "et") if opened.contains(&tokens.before(one.first, 1)) => Some(Link::Range),
        (1, "and" | "or" | "und" | "oder" | "et" | "ou" | "," | "vs" | "versus" | "against" | "/" | "&") => {
            Some(Link::List)
        }
        (2, ",") if ["and", "or"].contains(&tokens.text(at + 1)) => Some(Link::List),
        (2, "vs") if tokens.text(at + 1) == "." => Some(Link::List),
        _ => None,
    }
}

/// Gives to each bare number what the number it is joined to carries: from the last to the first, so that it travels
/// along a list.
pub(super) fn share(tokens: &Tokens, found: &mut [Found]) {
    // A comma joins only where a conjunction does further on: `5, 7 and 9 %`, not `412, 9 % of them`.
    let mut shared = false;
    for place in (0..found.len().saturating_sub(1)).rev() {
        let Some((front, back)) = found.split_at_mut_checked(place + 1) else { return };
        let (Some(one), Some(next)) = (front.last_mut(), back.first()) else { return };
        let received = std::mem::take(&mut shared);
        let Some(link) = link(tokens, one, next) else { continue };
        if tokens.text(one.last + 1) == "," && next.first == one.last + 2 && !received
            || link == Link::Range && is_set_off(tokens, one, next)
        {
            continue;
        }
        let open = one.form == Form::Number && one.fixed.is_empty() && !one.scaled;
        // `minus 3 and negative 5 %` are said one by one.
        let worded = ["minus", "negative"].contains(&tokens.text(next.first));
        if !open || one.is_yearly() || worded && link == Link::List {
            continue;
        }
        let percent = matches!(next.form, Form::Percent | Form::Points) && next.fixed.is_empty();
        let multiple = next.form == Form::Multiple && link == Link::Range && next.fixed.is_empty();
        let percent = percent && !(link == Link::List && is_apart(one, next));
        if (percent && !one.currency) || multiple {
            one.form = next.form;
            one.powers.clone_from(&next.powers);
            shared = true;
        } else if next.scaled {
            scale(one, next, link);
        }
        if next.currency && link == Link::Range {
            one.currency = true;
        }
    }
}

/// Percentages are hardly ever so large.
const NO_PERCENTAGE: f64 = 1000.0;

/// Digits behind the point.
fn places(found: &Found) -> i32 {
    found.written.first().map_or(0, |written| written.places)
}

/// Whether the first of two numbers is none of percent beside one: `444 and 2.03 %`, `49, or 2.7 %`, `57.70 and 68.1 %`,
/// `4,905.6 or 31.7 %`.
fn is_apart(one: &Found, next: &Found) -> bool {
    let comma = next.first > one.last + 2;
    let (own, other) = (one.value().unwrap_or(0.0).abs(), next.value().unwrap_or(0.0).abs());
    let large = own > 100.0 && own > other;
    match (places(one), places(next)) {
        (0, 0) => comma && large,
        (0, _) => comma || large,
        (_, 0) => comma,
        (places, others) => places != others || own >= NO_PERCENTAGE && own > other || comma && large,
    }
}

/// Whether a dash between blanks sets a second thought off rather than joins the ends of a range: `19.07 – 52 % more`.
fn is_set_off(tokens: &Tokens, one: &Found, next: &Found) -> bool {
    let dash = tokens.range(one.last + 1, one.last + 1);
    let spaced =
        dash.start > tokens.range(one.last, one.last).end && tokens.range(next.first, next.first).start > dash.end;
    spaced && matches!(tokens.text(one.last + 1), "-" | "–" | "—") && places(one) != places(next)
}

/// The scale of the second number is the first one's too, unless that would turn the range round: `from 500 to 1.2
/// million`.
fn scale(one: &mut Found, next: &Found, link: Link) {
    let Some(power) = next.powers.first().copied() else { return };
    let small = Found { powers: vec![0], ..next.clone() }.value().unwrap_or(0.0);
    let own = one.value().unwrap_or(0.0);
    let decimals = one.written.first().is_some_and(|written| written.places > 0);
    if power == 0 || link == Link::List && !decimals {
        return;
    }
    one.powers = if own.abs() <= small.abs() || decimals { vec![power] } else { vec![0, power] };
    one.scaled = true;
}

/// Where one end of a range is set by the sentence or the method, the other is too: `aged 18 to 25`.
pub(super) fn agree(tokens: &Tokens, found: &[Found], reasons: &mut [Option<Exclusion>]) {
    let carried = |reason: Option<Exclusion>| {
        reason.filter(|reason| matches!(reason, Exclusion::Threshold | Exclusion::Scale | Exclusion::Method))
    };
    for (place, pair) in found.windows(2).enumerate() {
        let [one, next] = pair else { continue };
        let Some([first, second]) = reasons.get_mut(place..place + 2) else { continue };
        if first.is_some() != second.is_some() && link(tokens, one, next) == Some(Link::Range) {
            let reason = carried(*first).or(carried(*second));
            *first = first.or(reason);
            *second = second.or(reason);
        }
    }
}

/// What the words around each number make of it. `About 40 to 45 %` is about both.
pub(super) fn hedges(tokens: &Tokens, found: &[Found]) -> Vec<Hedge> {
    let mut hedges: Vec<Hedge> = Vec::with_capacity(found.len());
    for (place, number) in found.iter().enumerate() {
        let dated = matches!(number.form, Form::Date | Form::Month | Form::Quarter | Form::Year);
        // `more than in 2022`: a date is compared with, it is not about.
        let own =
            if dated || context::form(tokens, number) == Form::Year { Hedge::Exact } else { hedge::of(tokens, number) };
        let before = place.checked_sub(1).and_then(|before| Some((found.get(before)?, hedges.last()?)));
        let about = own == Hedge::Exact
            && before.is_some_and(|(before, hedge)| {
                *hedge == Hedge::About && link(tokens, before, number) == Some(Link::Range)
            });
        hedges.push(if about { Hedge::About } else { own });
    }
    hedges
}
