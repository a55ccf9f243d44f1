//! The phrases of the lexicon, each with what it asks for. Data only.

use super::aggregate::{Aggregate, Comparison, Unit};
use super::lexicon::Cue;

use Aggregate as A;
use Comparison as C;

/// What is asked for, and the phrases for it, divided by bars; a phrase that stands twice counts where it stands first.
pub const PHRASES: &[(Cue, &str)] = &[
    (
        Cue::HowMany,
        "how many|number of|the number of|count of|count|counts|how often|how many times|total number of|frequency|frequencies|number",
    ),
    (Cue::HowMuch, "how much|by how much|how strongly|how closely|how well|how large|how big|how high|how low|how"),
    (Cue::Which, "which|who|whose"),
    (Cue::What, "what|what is|what are|what was|what were"),
    (Cue::When, "when"),
    (
        Cue::Aggregate(A::Sum),
        "sum|total|totals|totalled|add up|adds up|added up|altogether|in total|summed|sum up|summed up|in all|sums|grand total|overall total",
    ),
    (Cue::Aggregate(A::Mean), "mean|average|avg|averages|means|on average|averaged|arithmetic mean|typically"),
    (Cue::Aggregate(A::Median), "median|medians|50th percentile|second quartile"),
    (
        Cue::Aggregate(A::Mode),
        "mode|most common|most frequent|commonest|most often|most frequently|most commonly|most popular",
    ),
    (Cue::Aggregate(A::Min), "minimum|min|minima|minimal"),
    (Cue::Aggregate(A::Max), "maximum|max|maxima|maximal|peak"),
    (
        Cue::Aggregate(A::Deviation),
        "standard deviation|standard deviations|std|sd|stdev|stddev|std dev|sample standard deviation",
    ),
    (Cue::Aggregate(A::PopulationDeviation), "population standard deviation|population sd"),
    (Cue::Aggregate(A::Variance), "variance|sample variance"),
    (Cue::Aggregate(A::Range), "range|span"),
    (Cue::Aggregate(A::QuartileRange), "interquartile range|iqr|inter quartile range"),
    (Cue::Aggregate(A::Quantile(0.25)), "first quartile|lower quartile|1st quartile"),
    (Cue::Aggregate(A::Quantile(0.75)), "third quartile|upper quartile|3rd quartile"),
    (
        Cue::Extreme(true),
        "most|highest|largest|biggest|greatest|maximum number of|highest number of|largest number of|greatest number of|strongest",
    ),
    (Cue::Extreme(false), "least|lowest|smallest|fewest|minimum number of|lowest number of|smallest number of|weakest"),
    (Cue::Top(true), "top|best"),
    (Cue::Top(false), "bottom|worst"),
    (Cue::Latest(true), "latest|newest|most recent|last|most recently|final|for the last time|last time"),
    (Cue::Latest(false), "earliest|first|for the first time|first time"),
    (Cue::Ordinal(2), "second|2nd"),
    (Cue::Ordinal(3), "third|3rd"),
    (Cue::Ordinal(4), "fourth|4th"),
    (Cue::Ordinal(5), "fifth|5th"),
    (
        Cue::Compare(C::Greater),
        "above|over|more than|stronger than|greater than|higher than|larger than|bigger than|exceeds|exceeding|exceed|exceeded|in excess of|>|upwards of",
    ),
    (
        Cue::Compare(C::AtLeast),
        "at least|no less than|not less than|no fewer than|not fewer than|a minimum of|>=|≥|greater than or equal to|more than or equal to|not below|or above",
    ),
    (Cue::Compare(C::Less), "below|under|less than|weaker than|lower than|smaller than|fewer than|<"),
    (
        Cue::Compare(C::AtMost),
        "at most|no more than|not more than|<=|≤|a maximum of|less than or equal to|not above|not exceeding|no higher than",
    ),
    (Cue::Compare(C::Equal), "=|==|equal to|equals|equal|exactly|precisely"),
    (Cue::Compare(C::NotEqual), "!=|<>|≠|not equal to|different from|differs from"),
    (
        Cue::CompareAfter(C::AtLeast),
        "or more|or higher|or above|or over|or greater|or larger|or longer|or heavier|or later|and above|and over|and more",
    ),
    (
        Cue::CompareAfter(C::AtMost),
        "or less|or fewer|or lower|or below|or under|or smaller|or shorter|or lighter|and below|and less|or earlier",
    ),
    (Cue::Between, "between|in between|ranging from"),
    (
        Cue::Missing(true),
        "missing|null|nulls|empty|blank|blanks|unknown|not recorded|not known|unrecorded|not given|not specified|not available|unspecified|nan|nans|incomplete|na values|not filled in|not filled",
    ),
    (
        Cue::Missing(false),
        "not missing|non missing|not null|non null|known|available|not empty|non empty|not blank|not unknown|complete|filled in|present",
    ),
    (Cue::Any, "any|some|at least one"),
    (
        Cue::Without,
        "without|without any|without a|no|lack|lacks|lacking|have no|has no|with no|had no|do not have|does not have|do not have a|did not have|do not have any|have not",
    ),
    (
        Cue::LeaveOut,
        "leave out|leaving out|exclude|excludes|excluding|ignore|ignoring|ignores|omit|omitting|skip|skipping|drop|dropping|disregard|disregarding|not counting|except|except for|apart from|leave aside|without counting|but not|not including|aside from|leaving aside|do not count|do not include",
    ),
    (Cue::Not, "not|non|are not|is not|was not|were not|other than|outside|outside of|not in|different than|neither"),
    (Cue::Distinct, "distinct|different|unique|separate"),
    (
        Cue::By,
        "by|per|for each|of each|in each|for every|by each|grouped by|group by|broken down by|split by|according to|across|on each|of every|within each|separately for|per each|in every|from each|with each|each of the|depending on|on every|at each|has each|have each|across all|across the|for all|for each of the|grouped per|broken out by|break down by|split out by|into",
    ),
    (Cue::Each, "each|every|respectively|separately|individually"),
    (Cue::Unit(Unit::Day), "day|days|calendar day|calendar days"),
    (Cue::Unit(Unit::Week), "week|weeks|calendar week|calendar weeks"),
    (Cue::Unit(Unit::Month), "month|months"),
    (Cue::Unit(Unit::MonthOfYear), "calendar month|calendar months|month of the year|months of the year|month of year"),
    (Cue::Unit(Unit::Quarter), "quarter|quarters|calendar quarter"),
    (Cue::Unit(Unit::Year), "year|years|calendar year|calendar years"),
    (Cue::Unit(Unit::Decade), "decade|decades"),
    (Cue::Unit(Unit::Weekday), "weekday|weekdays|day of the week|days of the week|day of week|week day|weekday name"),
    (Cue::Unit(Unit::Hour), "hour|hour of the day|hour of day|hours of the day"),
    (Cue::Per(Unit::Day), "daily"),
    (Cue::Per(Unit::Week), "weekly"),
    (Cue::Per(Unit::Month), "monthly"),
    (Cue::Per(Unit::Quarter), "quarterly"),
    (Cue::Per(Unit::Year), "yearly|annual|annually|per annum"),
    (
        Cue::Share(true),
        "percentage|percent|per cent|%|share|shares|what percentage|percentages|in percent|as a percentage|in per cent|percentage points",
    ),
    (Cue::Share(false), "proportion|proportions|fraction|fractions"),
    (Cue::Among, "among|amongst|out of|within"),
    (
        Cue::Correlation(false),
        "correlation|correlated|correlate|correlates|correlation coefficient|pearson correlation|pearson correlation coefficient|pearson|relationship|relation|related|association|associated",
    ),
    (
        Cue::Correlation(true),
        "spearman|spearman correlation|rank correlation|spearman rank correlation|spearman correlation coefficient",
    ),
    (Cue::Distribution, "distribution|histogram|distributed|distributions"),
    (
        Cue::Trend,
        "trend|over time|develop|developed|development|evolve|evolved|evolution|time series|over the years|over the months|over the year|trends",
    ),
    (
        Cue::Change(true),
        "change|changed|changes|increase|increased|grow|grew|grown|growth|rise|rose|risen|went up|go up|risen by",
    ),
    (
        Cue::Change(false),
        "decrease|decreased|decline|declined|drop by|dropped|went down|go down|shrink|shrank|sank|fallen",
    ),
    (Cue::Difference, "difference|differ|gap|differences"),
    (Cue::Ratio, "ratio|ratios|quotient"),
    (Cue::Versus, "compare|compared|comparison|versus|vs|compared with|compared to|against|comparing"),
    (Cue::And, "and|,|&|as well as|also|and also|together with|along with"),
    (Cue::Or, "or|nor"),
    (Cue::Together, "together|combined|taken together|in combination|jointly"),
    (
        Cue::Rows,
        "row|rows|record|records|entry|entries|observation|observations|data points|data point|data rows|datapoints|lines|measurements|measurement|samples|sample|cases|instances|readings",
    ),
    (Cue::Columns, "columns|fields|variables|attributes|column names|header|headers"),
    (Cue::Column, "column|field|variable|the column|column named|column called|column with the name|attribute"),
    (
        Cue::Carrier,
        "value|values|date|dates|level|levels|reading|concentration|concentrations|figure|figures|code|codes|amount|amount of|amounts|category|categories|kind|kinds|type|types|name|names|group|groups|class|classes|speed|speeds|label|labels|score|size|sizes|instants in time|instants|moments|number|item|items|conditions|condition|status|abbreviation",
    ),
    (Cue::Combination, "combination|combinations|pair|pairs|combination of|combinations of|pairs of|pair of"),
    (
        Cue::List,
        "list|name all|names of|list all|list the|enumerate|what kinds of|which kinds of|what types of|which types of",
    ),
    (
        Cue::Sort(None),
        "in order|sorted|ordered|ranked|rank|sort|order|sorted by|ordered by|order by|sort by|ranked by|rank by|ranking|ranking by",
    ),
    (
        Cue::Sort(Some(true)),
        "descending|in descending order|from highest to lowest|from most to fewest|from largest to smallest|highest first|largest first|most first|from most to least|decreasing order",
    ),
    (
        Cue::Sort(Some(false)),
        "ascending|in ascending order|from lowest to highest|from fewest to most|from smallest to largest|lowest first|smallest first|alphabetically|in alphabetical order|chronologically|in chronological order",
    ),
    (
        Cue::Contains,
        "contains|containing|contain|includes|including|with the word|has the word|have the word|containing the word|contains the word|contain the word|containing the text|contain the text|contains the text",
    ),
    (
        Cue::StartsWith,
        "starts with|starting with|start with|begins with|beginning with|begin with|starts with the letter|start with the letter|starting with the letter|begins with the letter|beginning with the letter|begin with the letter|starting with the letters",
    ),
    (Cue::EndsWith, "ends with|ending with|ends in|ending in|end with|end in"),
    (Cue::Before, "before|prior to|earlier than|ahead of"),
    (Cue::After, "after|later than|following"),
    (Cue::Since, "since|starting in|beginning in|starting from|from the start of|as of"),
    (Cue::Until, "until|till|up to|through|up to and including|by the end of|up until"),
    (Cue::From, "from"),
    (Cue::To, "to|-|and|–"),
    (
        Cue::In,
        "in|on|at|during|for|throughout|in the year|for the year|in the years|during the year|in the month of|of the year|of the years|for the years|in the month|in calendar year|on the date|dated|on the day",
    ),
    (Cue::Of, "of"),
    (Cue::With, "with|having|with a|with an|where|whose|such that|that have a|with the"),
    (Cue::Than, "than"),
    (Cue::More(true), "more|higher|larger|greater|bigger"),
    (Cue::More(false), "less|lower|smaller|fewer"),
    (
        Cue::Verb,
        "is|are|was|were|be|been|being|has|have|had|do|does|did|come|comes|came|live|lives|lived|living|lie|lies|located|situated|found|belong|belongs|belonged|fall|falls|fell|go|goes|went|make|makes|made|make up|makes up|made up|account|accounts|accounted|occur|occurs|occurred|happen|happened|appear|appears|appeared|get|gets|got|sell|sells|sold|selling|buying|paid|pay|pays|place|places|weigh|weighs|weighed|measured|observed|recorded|registered|placed|seen|take place|took place|received|receive|received by|reach|reached|reaches|hold|holds|cover|covers|covered|contribute|contributes|contributed|come from|comes from|came from|marked|classified|labelled|labeled|described|listed|noted|stand|stands|stood|run|ran|held|called|named|set|can|could|originate|originates|earn|earns|earned|bring|brings|brought|bring in|brings in|brought in|generate|generates|generated|bought|buy|spend|spent|has been|have been",
    ),
    (
        Cue::Decimals,
        "decimals|decimal places|decimal|decimal place|digits|digits after the decimal point|decimal digits|significant digits",
    ),
    (Cue::Only, "only"),
    (Cue::Rate, "rate|rates"),
    (
        Cue::Duplicates,
        "duplicate rows|duplicated rows|duplicates|duplicate|duplicated|repeated rows|fully duplicated rows|exact duplicate rows|duplicate records|identical rows",
    ),
    (Cue::Times(1.0), "once"),
    (Cue::Times(2.0), "twice"),
    (Cue::TimesWord, "times"),
    (
        Cue::Period,
        "period|time period|date range|time range|time span|timespan|period of time|range of dates|time frame|what period",
    ),
    (Cue::Arithmetic('-'), "minus|less the"),
    (Cue::Arithmetic('+'), "plus|+"),
    (Cue::Arithmetic('*'), "times the|multiplied by|*|×"),
    (Cue::Arithmetic('/'), "divided by|/|÷"),
    (
        Cue::Filler,
        "the|a|an|there|that|this|these|those|it|its|their|they|them|please|me|us|i|you|we|your|give|show|tell|find|calculate|compute|determine|get|data|dataset|data set|file|table|csv|all|whole|entire|overall|just|so|as|then|about|if|both|would|will|want|need|know|like|say|total of all|entire data|in the data|in the dataset|in the file|in this file|in this table|in the table|in the data set|of the data|in this data|in this dataset|exist|exists|existing|answer|answer with|answer in|exactly as in the file|as in the file|as written in the file|as it stands in the file|use|using|based on|look|looking at|one|ones|(|)|round|rounded|nearest|to the nearest integer|to the nearest whole number|result|report|return|display|print|here|own|taking the utc offsets into account|taking utc offsets into account|taking the offsets into account|taken into account|also give|e g|i e|ie|eg|each with|ever|out|up|per cent of|linear interpolation|linearly interpolated|with linear interpolation|by linear interpolation|using linear interpolation|by name|at all|considered|dataset s|given|respective|corresponding|what about|can you|could you|i want to know|do we have|have we|we have|let|let s|hi|hello|thanks|thank you|to|in terms of|when it comes to|compared with each other|in the whole|over the whole period|in the whole period|over all years|across all years|over all|over the entire period|by what|by how many|occurring|actually|really|currently|single|individual|inclusive|possible|both inclusive|including both|given in|measured in|expressed in|ignoring case|regardless of case|kept|stored|contained|included|include|counted|counting",
    ),
];
