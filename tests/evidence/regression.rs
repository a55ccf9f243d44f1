//! Logistic regression over sparse rows: Newton's steps, halved where they go too far, with a ridge.

/// How much of each feature a row has; the others it has none of. In order, none twice.
pub type Row = Vec<(usize, f64)>;

/// A row of which the answer is known.
pub struct Observed<'a> {
    pub row: &'a Row,
    pub is_true: bool,
    /// How many times it counts.
    pub counts: f64,
}

/// Newton's steps at most.
const STEPS: usize = 40;
/// A step that gains less than this part is the last.
const GAIN: f64 = 1e-7;
/// Keeps what is solved solvable where a feature is never seen and has no ridge.
pub const FLOOR: f64 = 1e-3;

/// The sum of the weights of a row.
pub fn sum(row: &Row, weights: &[f64]) -> f64 {
    row.iter().map(|(feature, value)| weights[*feature] * value).sum()
}

/// What is true with a sum of weights.
pub fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum.clamp(-30.0, 30.0)).exp())
}

/// The weights that explain the answers best. `ridge` is what the square of each weight costs.
pub fn fit(observed: &[Observed], weights: Vec<f64>, ridge: &[f64]) -> Vec<f64> {
    descend(weights, |weights| cost_of(observed, weights, ridge), |weights| newton(observed, weights, ridge))
}

/// Goes down by steps, halved where they go too far, until a step gains nearly nothing.
pub fn descend(
    mut weights: Vec<f64>,
    cost_of: impl Fn(&[f64]) -> f64,
    step_of: impl Fn(&[f64]) -> Option<Vec<f64>>,
) -> Vec<f64> {
    let mut cost = cost_of(&weights);
    for _ in 0..STEPS {
        let Some(step) = step_of(&weights) else { break };
        let moved = |length: f64| -> Vec<f64> {
            weights.iter().zip(&step).map(|(weight, step)| weight - length * step).collect()
        };
        let lengths = (0..20).map(|halvings| 0.5_f64.powi(halvings));
        let tried = lengths.map(|length| (cost_of(&moved(length)), moved(length)));
        let Some((new, better)) = tried.into_iter().find(|(new, _)| *new < cost) else { break };
        let gained = cost - new;
        (cost, weights) = (new, better);
        if gained < GAIN * cost {
            break;
        }
    }
    weights
}

fn cost_of(observed: &[Observed], weights: &[f64], ridge: &[f64]) -> f64 {
    let of = |one: &Observed| {
        let sum = sum(one.row, weights);
        // The logarithm of 1 + e^sum, without overflow.
        let all = sum.max(0.0) + (-sum.abs()).exp().ln_1p();
        one.counts * (all - if one.is_true { sum } else { 0.0 })
    };
    let fit: f64 = observed.iter().map(of).sum();
    fit + 0.5 * weights.iter().zip(ridge).map(|(weight, ridge)| ridge * weight * weight).sum::<f64>()
}

/// Newton's step: what the weights are too large by.
fn newton(observed: &[Observed], weights: &[f64], ridge: &[f64]) -> Option<Vec<f64>> {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().zip(ridge).map(|(weight, ridge)| weight * ridge).collect();
    let mut curve = vec![vec![0.0; size]; size];
    for (index, ridge) in ridge.iter().enumerate() {
        curve[index][index] = ridge + FLOOR;
    }
    for one in observed {
        let likely = probability(sum(one.row, weights));
        let wrong = one.counts * (likely - f64::from(u8::from(one.is_true)));
        let steep = one.counts * likely * (1.0 - likely);
        for (place, (feature, value)) in one.row.iter().enumerate() {
            gradient[*feature] += wrong * value;
            for (other, with) in &one.row[..=place] {
                curve[*feature][*other] += steep * value * with;
            }
        }
    }
    solve(curve, gradient)
}

/// Solves a system of equations whose matrix is symmetric and positive (Cholesky). Only its lower half is read. Nothing
/// where it is not positive.
pub fn solve(mut lower: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| lower[row][at] * lower[column][at]).sum();
            let rest = lower[row][column] - known;
            if row == column && rest <= 0.0 {
                return None;
            }
            lower[row][column] = if row == column { rest.sqrt() } else { rest / lower[column][column] };
        }
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|at| lower[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / lower[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| lower[at][row] * right[at]).sum();
        right[row] = (right[row] - known) / lower[row][row];
    }
    Some(right)
}

#[test]
fn a_system_is_solved_and_one_without_solution_is_not() {
    let matrix = vec![vec![4.0, 0.0, 0.0], vec![2.0, 5.0, 0.0], vec![-1.0, 1.0, 3.0]];
    let solved = solve(matrix, vec![4.0 * 1.0 + 2.0 * 2.0 - 3.0, 2.0 + 10.0 + 3.0, -1.0 + 2.0 + 9.0]).unwrap();
    assert!(solved.iter().zip([1.0, 2.0, 3.0]).all(|(one, other)| (one - other).abs() < 1e-12), "{solved:?}");
    assert_eq!(solve(vec![vec![1.0, 0.0], vec![2.0, 1.0]], vec![1.0, 1.0]), None);
}

#[test]
fn weights_are_found_again_in_data_that_were_made_with_them() {
    let made = [-1.0, 2.0, -0.5, 0.0];
    // Each row stands for all its like: true in as many of them as its sum says.
    let rows: Vec<Row> = (0..64_u32)
        .map(|index| {
            let value = |place: u32| f64::from(index / 4_u32.pow(place) % 4) / 2.0;
            [(0, 1.0)].into_iter().chain((0..3).map(|place| (place as usize + 1, value(place)))).collect()
        })
        .collect();
    let observed: Vec<Observed> = rows
        .iter()
        .flat_map(|row| {
            let likely = probability(sum(row, &made));
            [(true, likely), (false, 1.0 - likely)].map(|(is_true, counts)| Observed { row, is_true, counts })
        })
        .collect();
    let found = fit(&observed, vec![0.0; 4], &[0.0; 4]);
    assert!(found.iter().zip(made).all(|(one, other)| (one - other).abs() < 0.01), "{found:?}");
    // A ridge draws all but the first towards nothing.
    let drawn = fit(&observed, vec![0.0; 4], &[0.0, 100.0, 100.0, 100.0]);
    assert!(drawn[1] > 0.0 && drawn[1] < 0.5 * found[1], "{drawn:?}");
}

#[test]
fn what_can_be_told_apart_is() {
    let rows: Vec<Row> = (0..20_u8).map(|index| vec![(0, 1.0), (1, f64::from(index))]).collect();
    let told = |row: &Row| row[1].1 > 12.0;
    let observed: Vec<Observed> = rows.iter().map(|row| Observed { row, is_true: told(row), counts: 1.0 }).collect();
    let weights = fit(&observed, vec![0.0; 2], &[0.0, 0.01]);
    assert!(rows.iter().all(|row| (sum(row, &weights) > 0.0) == told(row)), "{weights:?}");
    assert!(weights.iter().all(|weight| weight.is_finite()));
}
