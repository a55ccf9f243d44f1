//! Pictures as pixels: the only home of `resvg`.
//!
//! One font is embedded, with the signs of Latin, Greek and Cyrillic; the system's fonts are never looked at, so that a
//! picture is the same everywhere. What the font lacks is told. Nothing is loaded. A picture that would take too many
//! pixels is drawn smaller; one that takes too long or is drawn by layers upon layers is none.

use std::io::Read;
use std::sync::mpsc::channel;
use std::sync::{Arc, LazyLock};
use std::thread;

use flate2::read::GzDecoder;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{Fill, FontResolver, Group, ImageHrefResolver, Node, Options, Paint, Path, Stroke, Tree};

use super::{NoPicture, Picture};
use crate::limits::{PICTURE_MEMORY, PICTURE_PIXELS, PICTURE_SCALE, PICTURE_STACK, PICTURE_TIME};

/// Liberation Sans, compressed; its licence (SIL OFL 1.1) allows it to be embedded.
const FONT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scripts/LiberationSans-Regular.ttf.gz"));

/// Bytes of a pixel.
const PIXEL: f32 = 4.0;

/// The one font; nothing where it cannot be read, which a test rules out.
static FONTS: LazyLock<Option<(Arc<Database>, ID)>> = LazyLock::new(|| {
    let mut font = Vec::new();
    GzDecoder::new(FONT).read_to_end(&mut font).ok()?;
    let mut fonts = Database::new();
    let id = fonts.load_font_source(Source::Binary(Arc::new(font))).first().copied()?;
    Some((Arc::new(fonts), id))
});

/// A picture as pixels, on a thread of its own: a picture that a saved run holds may be made to never end.
pub(super) fn draw(svg: String) -> Result<Picture, NoPicture> {
    let (done, drawn) = channel();
    let thread = thread::Builder::new().name("picture".to_owned()).stack_size(PICTURE_STACK);
    let started = thread.spawn(move || {
        let _ = done.send(pixels(&svg));
    });
    match started.ok().and_then(|_| drawn.recv_timeout(PICTURE_TIME).ok()) {
        Some(drawn) => drawn,
        None => Err(NoPicture::Bounds),
    }
}

fn pixels(svg: &str) -> Result<Picture, NoPicture> {
    let tree = Tree::from_str(svg, &options()).map_err(|_| NoPicture::Foreign)?;
    let mut survey = Survey::default();
    survey.group(tree.root(), 1);
    if survey.patterns_within {
        return Err(NoPicture::Bounds);
    }
    let (width, height) = (tree.size().width(), tree.size().height());
    #[expect(clippy::cast_precision_loss, reason = "there are as many layers as a picture is deep, at most")]
    let layers = survey.layers as f32;
    let most = PICTURE_PIXELS.min(PICTURE_MEMORY / PIXEL / layers);
    let scale = PICTURE_SCALE.min((most / (width * height)).sqrt());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are bounded by the line above")]
    let (wide, high) = ((width * scale).ceil().max(1.0) as u32, (height * scale).ceil().max(1.0) as u32);
    if survey.largest_tile * scale * scale > most {
        return Err(NoPicture::Bounds);
    }
    let mut canvas = Pixmap::new(wide, high).ok_or(NoPicture::Bounds)?;
    // The picture has a ground of its own; a last row that it covers in part must be opaque too.
    canvas.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    let bytes = canvas.encode_png().map_err(|_| NoPicture::Bounds)?;
    Ok(Picture { bytes, missing: survey.missing })
}

/// One font for every name, and nothing that is loaded.
fn options() -> Options<'static> {
    let (fonts, id) = match &*FONTS {
        Some((fonts, id)) => (Arc::clone(fonts), Some(*id)),
        None => (Arc::default(), None),
    };
    Options {
        fontdb: fonts,
        font_resolver: FontResolver {
            select_font: Box::new(move |_, _| id),
            select_fallback: Box::new(|_, _, _| None),
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// What is to be known of a picture before it takes memory.
#[derive(Debug, Default)]
struct Survey {
    /// Layers that are held at once, the picture itself among them.
    layers: usize,
    /// Area of the largest tile of a pattern.
    largest_tile: f32,
    /// Whether a tile is itself filled with tiles, which multiplies.
    patterns_within: bool,
    /// Signs without a glyph.
    missing: Vec<char>,
}

impl Survey {
    fn group(&mut self, group: &Group, layers: usize) {
        let layers = layers + usize::from(group.should_isolate());
        self.layers = self.layers.max(layers);
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, layers),
                Node::Path(path) => self.path(path),
                Node::Text(text) => {
                    self.group(text.flattened(), layers);
                    let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                    for sign in glyphs.filter(|glyph| glyph.id.0 == 0).flat_map(|glyph| glyph.text.chars()) {
                        if !sign.is_whitespace() && !sign.is_control() && !self.missing.contains(&sign) {
                            self.missing.push(sign);
                        }
                    }
                }
                Node::Image(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        for paint in paints(path) {
            let Paint::Pattern(pattern) = paint else { continue };
            let tile = pattern.rect();
            self.largest_tile = self.largest_tile.max(tile.width() * tile.height());
            self.patterns_within |= has_pattern(pattern.root());
        }
    }
}

/// What a path is filled and drawn with.
fn paints(path: &Path) -> impl Iterator<Item = &Paint> {
    path.fill().map(Fill::paint).into_iter().chain(path.stroke().map(Stroke::paint))
}

fn has_pattern(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(inner) => has_pattern(inner),
        Node::Path(path) => paints(path).any(|paint| matches!(paint, Paint::Pattern(_))),
        Node::Text(text) => has_pattern(text.flattened()),
        Node::Image(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <rect width=\"100%\" height=\"100%\" fill=\"#fdfcfa\"/>{inside}</svg>"
        )
    }

    fn drawn(width: u32, height: u32, inside: &str) -> (Pixmap, Vec<char>) {
        let picture = draw(picture(width, height, inside)).unwrap();
        (Pixmap::decode_png(&picture.bytes).unwrap(), picture.missing)
    }

    fn words(text: &str) -> String {
        format!(
            "<text x=\"5\" y=\"20\" font-family=\"Nowhere, serif\" font-size=\"14px\" fill=\"#26231f\">{text}</text>"
        )
    }

    #[test]
    fn a_picture_is_sharp_opaque_and_has_text_in_any_font() {
        let (blank, _) = drawn(100, 30, "");
        assert_eq!((blank.width(), blank.height()), (200, 60));
        let (spoken, missing) = drawn(100, 30, &words("Größe Ωμέγα Цена"));
        assert!(missing.is_empty(), "{missing:?}");
        assert!(spoken.pixels().iter().all(|pixel| pixel.alpha() == 255));
        let inked = spoken.pixels().iter().zip(blank.pixels()).filter(|(one, other)| one != other).count();
        assert!(inked > 500, "{inked}");
        let (bold, _) =
            drawn(100, 30, &words("Größe").replace("<text", "<text font-weight=\"bold\" font-style=\"italic\""));
        assert!(bold.data() != blank.data());
    }

    #[test]
    fn signs_that_the_font_lacks_are_told_once() {
        let (_, missing) = drawn(100, 30, &words("a日本日 b語"));
        assert_eq!(missing, ['日', '本', '語']);
    }

    #[test]
    fn large_pictures_are_drawn_smaller() {
        let (large, _) = drawn(20_000, 10_000, "");
        assert!(large.width() * large.height() < 8_100_000, "{} × {}", large.width(), large.height());
        let groups = "<g opacity=\"0.9\">".repeat(40) + "<rect width=\"9\" height=\"9\"/>" + &"</g>".repeat(40);
        let (deep, _) = drawn(20_000, 10_000, &groups);
        assert!(deep.width() * deep.height() < large.width() * large.height() / 4);
    }

    #[test]
    fn tiles_that_multiply_or_are_huge_are_refused() {
        let filled = |tile: &str| {
            let inside = format!("<defs>{tile}</defs><rect width=\"50\" height=\"20\" fill=\"url(#a)\"/>");
            draw(picture(100, 30, &inside)).map(|picture| picture.missing)
        };
        let tile = |id: &str, size: u32, fill: &str| {
            format!(
                "<pattern id=\"{id}\" width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\">\
                 <rect width=\"3\" height=\"3\" fill=\"{fill}\"/></pattern>"
            )
        };
        assert_eq!(filled(&tile("a", 5, "#000")), Ok(Vec::new()));
        assert_eq!(filled(&tile("a", 1_000_000, "#000")), Err(NoPicture::Bounds));
        assert_eq!(filled(&(tile("a", 5, "url(#b)") + &tile("b", 5, "#000"))), Err(NoPicture::Bounds));
    }
}
