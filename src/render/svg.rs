//! Pictures of charts, made harmless: the one way by which a picture that an event holds enters a page or a file.
//!
//! Uses `limits` and the function that escapes for HTML, whose entities XML knows too. A saved run may come from
//! anywhere, so a picture is read as XML and written anew: elements and attributes that Vega writes for charts, with
//! values of the kind that belongs there, and nothing else. It can load nothing, run nothing and link nowhere, and its
//! text is as harmless as that of the rest of the page, and can be selected. Never draws, and never changes what an ordinary picture shows.

mod number;
mod value;

use roxmltree::{Document, Node, ParsingOptions};

use crate::limits::{CHART_SVG_BYTES, PICTURE_DEPTH, PICTURE_NODES};
use crate::templates::escape_html;
use value::Names;

/// The namespace of SVG.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Elements that a chart is made of; what stands in any other one is left out with it.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "path",
    "rect",
    "line",
    "circle",
    "text",
    "tspan",
    "title",
    "desc",
    "defs",
    "linearGradient",
    "radialGradient",
    "pattern",
    "stop",
    "clipPath",
];

/// Elements whose text is shown or read out.
const WITH_TEXT: &[&str] = &["text", "tspan", "title", "desc"];

/// A picture that may stand in a page or a file. `prefix` is put before its ids, so that several pictures can stand in
/// one page.
///
/// `None` where the text is no picture of a chart, or is larger, deeper or of more parts than one may be.
pub(super) fn clean(svg: &str, prefix: &str) -> Option<String> {
    clean_labelled(svg, prefix, &[])
}

/// The same; where the picture cuts a label, the whole one of `labels` is given as its title, which a browser shows.
pub(super) fn clean_labelled(svg: &str, prefix: &str, labels: &[&str]) -> Option<String> {
    if svg.len() > CHART_SVG_BYTES {
        return None;
    }
    let readable = readable(svg);
    let options = ParsingOptions { allow_dtd: false, nodes_limit: PICTURE_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&readable, options).ok()?;
    let root = document.root_element();
    let names = Names::new(prefix);
    if name(root) != Some("svg") || root.attribute("viewBox").and_then(|value| names.kept("viewBox", value)).is_none() {
        return None;
    }
    let font = root.descendants().find_map(|node| node.attribute("font-family")).unwrap_or_default();
    let mut picture = Picture { out: String::with_capacity(svg.len()), names, labels, font };
    picture.write(root, &[], 0).then_some(picture.out)
}

/// The text with what XML cannot hold shown by a stand-in: a category may hold any character, and Vega writes it as it
/// is.
fn readable(svg: &str) -> String {
    svg.chars()
        .map(|ch| match ch {
            '\t' | '\n' | '\r' => ch,
            '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(ch)).unwrap_or('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            _ => ch,
        })
        .collect()
}

/// The name of an element that a chart may be made of.
fn name(node: Node<'_, '_>) -> Option<&'static str> {
    let tag = node.tag_name();
    let is_svg = tag.namespace().is_none_or(|namespace| namespace == NAMESPACE);
    ELEMENTS.iter().find(|name| is_svg && **name == tag.name()).copied()
}

/// Whether nothing of an element is seen: Vega writes a ground for each group, whether it has one or not.
fn is_unseen(node: Node<'_, '_>) -> bool {
    node.attribute("display") == Some("none")
        || node.tag_name().name() == "path" && matches!(node.attribute("d"), Some("" | "M0,0h0v0h0Z"))
}

/// Attributes that a group can have for all in it, and be drawn the same.
const SHARED: &[&str] =
    &["fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-linecap", "stroke-linejoin"];

/// What all items of a mark have alike, so that the group can say it once: a cloud of points says little else.
fn shared<'a>(group: Node<'a, '_>) -> Vec<(&'a str, &'a str)> {
    let is_mark = group.attribute("class").is_some_and(|class| class.contains("role-mark"));
    let mut items = group.children().filter(Node::is_element);
    let Some(first) = items.next().filter(|_| is_mark && group.has_tag_name((NAMESPACE, "g"))) else {
        return Vec::new();
    };
    let rest: Vec<Node<'_, '_>> = items.collect();
    let is_shape = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "path" | "line");
    if rest.is_empty() || !is_shape(&first) || !rest.iter().all(is_shape) {
        return Vec::new();
    }
    let of_all = |(name, value): &(&str, &str)| {
        !group.has_attribute(*name) && rest.iter().all(|node| node.attribute(*name) == Some(*value))
    };
    let own = |name: &&'static str| Some((*name, first.attribute(*name)?));
    SHARED.iter().filter_map(own).filter(of_all).collect()
}

/// A circle that Vega writes as two arcs: its middle and its radius.
fn circle<'a>(node: Node<'a, '_>) -> Option<(&'a str, &'a str, &'a str)> {
    let outline = node.attribute("d").filter(|_| node.tag_name().name() == "path")?;
    let (radius, _) = outline.strip_prefix('M')?.split_once(',')?;
    let arcs = format!("M{radius},0A{radius},{radius},0,1,1,-{radius},0A{radius},{radius},0,1,1,{radius},0");
    let (x, y) = node.attribute("transform")?.strip_prefix("translate(")?.strip_suffix(')')?.split_once(',')?;
    (outline == arcs).then_some((x, y, radius))
}

/// A picture that is being written.
struct Picture<'a> {
    out: String,
    names: Names,
    /// Labels as they are where they are not cut.
    labels: &'a [&'a str],
    /// The font that stands at the root, so that not each label has to name it.
    font: &'a str,
}

impl<'a> Picture<'a> {
    /// Writes an element with what stands in it; false where it is too deep.
    /// `given` is what the group around it says for it.
    fn write(&mut self, node: Node<'_, '_>, given: &[(&str, &str)], depth: usize) -> bool {
        // A picture within a picture is none of Vega's.
        let Some(name) = name(node).filter(|name| depth == 0 || *name != "svg") else { return true };
        if depth > PICTURE_DEPTH {
            return false;
        }
        if is_unseen(node) {
            return true;
        }
        let circle = circle(node);
        let name = if circle.is_some() { "circle" } else { name };
        let shared = shared(node);
        self.out.push('<');
        self.out.push_str(name);
        if depth == 0 {
            self.attribute("xmlns", NAMESPACE);
            self.kept("font-family", self.font);
        }
        if let Some((x, y, radius)) = circle {
            self.kept("cx", x);
            self.kept("cy", y);
            self.kept("r", radius);
        }
        // What clips is clipped by nothing: a ring of such references has no end.
        let in_clip = node.ancestors().any(|around| around.tag_name().name() == "clipPath");
        let may_stand = |value: &str| !(in_clip && value.contains("url("));
        for (name, value) in shared.iter().filter(|(_, value)| may_stand(value)) {
            self.kept(name, value);
        }
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let (name, value) = (attribute.name(), attribute.value());
            let is_said = given.contains(&(name, value))
                || match name {
                    "opacity" | "stroke-width" => value == "1",
                    "transform" => circle.is_some() || value == "translate(0,0)",
                    "d" => circle.is_some(),
                    "font-family" => value == self.font,
                    _ => false,
                };
            if !is_said && may_stand(value) {
                self.kept(name, value);
            }
        }
        self.inside(node, name, &shared, depth)
    }

    /// What stands in an element whose start tag is written but for its end, and its end.
    fn inside(&mut self, node: Node<'_, '_>, name: &str, shared: &[(&str, &str)], depth: usize) -> bool {
        let start = self.out.len();
        self.out.push('>');
        if let Some(label) = self.whole(node) {
            self.out.push_str("<title>");
            self.out.push_str(&escape_html(label));
            self.out.push_str("</title>");
        }
        for child in node.children() {
            if child.is_element() {
                if !self.write(child, shared, depth + 1) {
                    return false;
                }
            } else if let (true, Some(text)) = (child.is_text() && WITH_TEXT.contains(&name), child.text()) {
                self.out.push_str(&escape_html(text));
            }
        }
        if self.out.len() == start + 1 {
            self.out.truncate(start);
            self.out.push_str("/>");
        } else {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
        true
    }

    /// An attribute with what it may hold of that value.
    fn kept(&mut self, name: &str, value: &str) {
        if let Some(value) = self.names.kept(name, value).filter(|value| !value.is_empty()) {
            self.attribute(name, &value);
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        self.out.push_str(&escape_html(value));
        self.out.push('"');
    }

    /// The whole label of a text that is cut, where it can only be one.
    fn whole(&self, node: Node<'_, '_>) -> Option<&'a str> {
        let start = node.text().filter(|_| node.tag_name().name() == "text")?.strip_suffix('…')?;
        let mut fitting = self.labels.iter().filter(|label| label.starts_with(start));
        let label = fitting.next()?;
        fitting.all(|other| other == label).then_some(*label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with that inside.
    fn picture(inside: &str) -> String {
        format!(
            "<svg xmlns=\"{NAMESPACE}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" class=\"marks\" \
             width=\"9\" height=\"9\" viewBox=\"0 0 9 9\">{inside}</svg>"
        )
    }

    /// What is left of that inside a picture.
    fn left(inside: &str) -> String {
        let whole = clean(&picture(inside), "p").unwrap();
        let start = whole.find("viewBox=\"0 0 9 9\"").unwrap() + "viewBox=\"0 0 9 9\"".len();
        whole[start..].trim_start_matches('>').trim_end_matches("</svg>").to_owned()
    }

    #[test]
    fn what_vega_writes_stays() {
        for inside in [
            "<rect width=\"488\" height=\"300\" fill=\"white\"/>",
            "<g fill=\"none\" stroke-miterlimit=\"10\" transform=\"translate(44,5)\"><path d=\"M0.5,0.5h480v240h-480Z\" \
             stroke=\"#ddd\"/></g>",
            "<g class=\"mark-rect role-mark\"><path d=\"M1,2h1v-2h-1Z\" fill=\"rgba(0, 0, 0, 0.5)\"/></g>",
            "<g><line transform=\"translate(0,9)\" x2=\"0\" y2=\"-240\" stroke=\"#e6e2db\" \
             stroke-width=\"2\" opacity=\"0.5\" stroke-dasharray=\"4,2\"/></g>",
            "<text text-anchor=\"middle\" transform=\"translate(4,9) rotate(-90) translate(0,3)\" \
             font-size=\"12px\" \
             font-weight=\"bold\" fill=\"#000\">a &amp; b<tspan x=\"0\" dy=\"13\">c</tspan></text>",
        ] {
            assert_eq!(left(inside), inside);
        }
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        assert_eq!(
            left("<g><path d=\"M0,0h0v0h0Z\"/><path d=\"\" display=\"none\"/><path d=\"M0,0h9\" opacity=\"1\"/></g>"),
            "<g><path d=\"M0,0h9\"/></g>"
        );
        let fonts = "<text font-family=\"a, 'b c'\">x</text><text font-family=\"a, 'b c'\">y</text><text font-family=\"d\">z</text>";
        let whole = clean(&picture(fonts), "p").unwrap();
        assert!(
            whole.contains("<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"a, &#39;b c&#39;\" "),
            "{whole}"
        );
        assert!(whole.contains("<text>x</text><text>y</text><text font-family=\"d\">z</text>"), "{whole}");
    }

    #[test]
    fn a_cloud_of_points_says_once_what_they_have_alike() {
        let point = |x: u32, fill: &str| {
            format!(
                "<path transform=\"translate({x},2)\" d=\"M1.5,0A1.5,1.5,0,1,1,-1.5,0A1.5,1.5,0,1,1,1.5,0\" fill=\"{fill}\" stroke-width=\"2\"/>"
            )
        };
        let cloud = |inside: &str| format!("<g class=\"mark-symbol role-mark\">{inside}</g>");
        assert_eq!(
            left(&cloud(&(point(1, "red") + &point(2, "red")))),
            "<g fill=\"red\" stroke-width=\"2\" class=\"mark-symbol role-mark\"><circle cx=\"1\" cy=\"2\" r=\"1.5\"/>\
             <circle cx=\"2\" cy=\"2\" r=\"1.5\"/></g>"
        );
        let different = left(&cloud(&(point(1, "red") + &point(2, "blue"))));
        assert!(different.contains("<circle cx=\"1\" cy=\"2\" r=\"1.5\" fill=\"red\"/>"), "{different}");
        assert!(left(&point(1, "url(http://a.example)")).contains("<circle cx=\"1\" cy=\"2\" r=\"1.5\" stroke-width"));
    }

    #[test]
    fn labels_that_are_cut_say_the_whole() {
        let labels = ["Coffee, dark", "Coffee, <b>", "Tea"];
        let texts = "<text>Coffee, d…</text><text>Coffee…</text><text>Tea</text><text>Cof…</text>";
        let whole = clean_labelled(&picture(texts), "p", &labels).unwrap();
        assert!(
            whole.contains("<text><title>Coffee, dark</title>Coffee, d…</text><text>Coffee…</text><text>Tea</text>")
        );
        let hostile = clean_labelled(&picture("<text>Coffee, &lt;…</text>"), "p", &labels).unwrap();
        assert!(hostile.contains("<title>Coffee, &lt;b&gt;</title>"), "{hostile}");
    }

    #[test]
    fn ids_are_the_pictures_own() {
        let inside = "<g clip-path=\"url(#clip0)\"><path fill=\"url(#gradient_1)\"/></g><defs><clipPath id=\"clip0\">\
                      <rect x=\"0\"/></clipPath><linearGradient id=\"gradient_1\"><stop offset=\"0\" \
                      stop-color=\"rgb(1,2,3)\"/></linearGradient></defs>";
        let expected = inside
            .replace("#clip0", "#p-clip0")
            .replace("\"clip0", "\"p-clip0")
            .replace("#gradient_1", "#p-gradient_1")
            .replace("\"gradient_1", "\"p-gradient_1");
        assert_eq!(left(inside), expected);
        assert!(clean(&picture("<g id=\"a\"/>"), "\"><script>").unwrap().contains("<g id=\"script-a\"/>"));
    }

    #[test]
    fn what_could_run_load_or_link_is_left_out() {
        for inside in [
            "<script>alert(1)</script>",
            "<style>*{fill:url(http://a.example/x)}</style>",
            "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"><p>x</p></body></foreignObject>",
            "<image xlink:href=\"http://a.example/x.png\"/><image href=\"data:image/png;base64,x\"/>",
            "<use xlink:href=\"#a\"/><use href=\"http://a.example/x.svg#a\"/>",
            "<a xlink:href=\"javascript:alert(1)\"><text>x</text></a>",
            "<animate attributeName=\"href\" to=\"javascript:alert(1)\"/><set attributeName=\"onload\" to=\"x\"/>",
            "<filter id=\"f\"><feImage href=\"http://a.example/x\"/></filter><mask id=\"m\"/><marker id=\"k\"/>",
            "<svg onload=\"alert(1)\"><path d=\"M0,0\"/></svg>",
            "<iframe src=\"x\"/><object data=\"x\"/><embed src=\"x\"/><link href=\"x\"/><meta/><base href=\"x\"/>",
            "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>",
            "<h:path xmlns:h=\"http://www.w3.org/1999/xhtml\" d=\"M0,0\"/>",
            "<SCRIPT>alert(1)</SCRIPT><?xml-stylesheet href=\"x\"?><!-- <script> --><![CDATA[<script>]]>",
        ] {
            assert_eq!(left(inside), "/>", "{inside}");
        }
    }

    #[test]
    fn what_clips_is_clipped_by_nothing() {
        let ring = "<defs><clipPath id=\"a\" clip-path=\"url(#b)\"><path d=\"M0,0\" clip-path=\"url(#b)\"/></clipPath></defs>\
                    <g clip-path=\"url(#a)\"><path d=\"M1,1\"/></g>";
        assert_eq!(left(ring).matches("url(").count(), 1);
    }

    #[test]
    fn attributes_hold_what_belongs_to_them() {
        for attribute in [
            "onclick=\"alert(1)\"",
            "onload=\"alert(1)\"",
            "style=\"fill:url(http://a.example/x)\"",
            "href=\"#x\"",
            "xlink:href=\"javascript:alert(1)\"",
            "xml:base=\"http://a.example\"",
            "fill=\"url(http://a.example/x#y)\"",
            "fill=\"url(#a) url(http://a.example)\"",
            "fill=\"URL( &apos;//a.example&apos; )\"",
            "fill=\"u\\72l(//a.example)\"",
            "fill=\"image-set(x)\"",
            "fill=\"var(--paper)\"",
            "clip-path=\"url(//a.example#x)\"",
            "clip-path=\"path()\"",
            "filter=\"url(#x)\"",
            "mask=\"url(#x)\"",
            "cursor=\"url(http://a.example/x.cur)\"",
            "d=\"M0,0&quot;&gt;&lt;script&gt;\"",
            "d=\"path(x)\"",
            "transform=\"translate(0,0);x\"",
            "font-family=\"url(x)\"",
            "font-family=\"a;b\"",
            "class=\"lead banner\"",
            "id=\"a b\"",
            "pointer-events=\"none\"",
            "tabindex=\"0\"",
            "data-x=\"1\"",
            "aria-label=\"x\"",
            "role=\"button\"",
            "width=\"expression(1)\"",
            "opacity=\"NaN(\"",
        ] {
            assert_eq!(left(&format!("<path {attribute}/>")), "<path/>", "{attribute}");
        }
    }

    #[test]
    fn text_is_only_read() {
        assert_eq!(
            left("<text>&lt;script&gt;\u{202e}x\u{1b}[31m\u{0}\u{85}\u{ffff} \"'`</text>"),
            "<text>&lt;script&gt;\\u{202e}x␛[31m␀\\u{85}\u{fffd} &quot;&#39;&#96;</text>"
        );
        assert_eq!(left("loose<g>words</g>"), "<g/>");
    }

    #[test]
    fn what_is_no_picture_is_none() {
        for text in [
            "",
            "plot",
            "<html/>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "<svg xmlns=\"http://www.w3.org/1999/xhtml\" viewBox=\"0 0 1 1\"/>",
            "<svg viewBox=\"0 0 1 1\">",
            "<svg viewBox=\"0 0 1 1\"/><svg viewBox=\"0 0 1 1\"/>",
            "<!DOCTYPE svg><svg viewBox=\"0 0 1 1\"/>",
            "<!DOCTYPE svg [<!ENTITY a \"x\">]><svg viewBox=\"0 0 1 1\"><text>&a;</text></svg>",
            "<svg viewBox=\"0 0 1 1\"><text>&nbsp;</text></svg>",
        ] {
            assert_eq!(clean(text, "p"), None, "{text}");
        }
        assert!(clean("<svg viewBox=\"0 0 1 1\"/>", "p").is_some());
    }

    #[test]
    fn size_depth_and_parts_are_bounded() {
        let nested = |depth: usize| picture(&("<g>".repeat(depth) + &"</g>".repeat(depth)));
        assert!(clean(&nested(PICTURE_DEPTH), "p").is_some());
        assert_eq!(clean(&nested(PICTURE_DEPTH + 1), "p"), None);
        assert_eq!(clean(&nested(100_000), "p"), None);
        let parts = usize::try_from(PICTURE_NODES).unwrap();
        assert_eq!(clean(&picture(&"<g/>".repeat(parts)), "p"), None);
        assert_eq!(clean(&picture(&" ".repeat(CHART_SVG_BYTES)), "p"), None);
    }
}
