//! Columns of times of day and of what looks like them: halves of the day by their names, times that no day has.

use super::super::shape::{Shape, detail};
use super::{Column, formats};

impl Column {
    /// Whether its times name the half of the day.
    pub(in super::super) fn has_half_days(&self) -> bool {
        self.details & detail::HALF_DAY != 0
    }

    /// Whether they are written so that the engine does not read them as they are.
    pub(in super::super) fn has_loose_clocks(&self) -> bool {
        self.details & detail::LOOSE_CLOCK != 0
    }

    /// Whether its dates are.
    pub(in super::super) fn has_loose_dates(&self) -> bool {
        self.details & detail::LOOSE_DATE != 0
    }

    /// Whether months stand in its dates by their names.
    pub(in super::super) fn names_months(&self) -> bool {
        self.named_months > 0
    }

    /// Whether some of its times name it and others do not.
    pub(super) fn mixes_halves(&self) -> bool {
        self.has_half_days() && self.details & detail::WHOLE_DAY != 0
    }

    /// The formats of its times that name the half of the day.
    pub(in super::super) fn half_day_formats(&self) -> Vec<String> {
        formats::halves(self.details)
    }

    /// Whether its times of day have hours and minutes alone.
    pub(in super::super) fn has_minutes_alone(&self) -> bool {
        self.details & (detail::SECONDS | detail::FRACTION | detail::HALF_DAY) == 0
    }

    /// Whether its values are times, some of which no day has.
    pub(in super::super) fn is_spans(&self) -> bool {
        self.looks.spans.count > 0 && self.looks.spans.count + self.has(Shape::Time) == self.values()
    }
}
