//! Counts won, drawn and lost positions, and finds the longest win and loss.

use peatee_table::format::Counts;

use crate::parallel;
use crate::solver::values::Values;
use crate::solver::values::known::Known;

pub fn added(a: Counts, b: Counts) -> Counts {
    Counts {
        wins: a.wins + b.wins,
        draws: a.draws + b.draws,
        losses: a.losses + b.losses,
        longest_win_plies: a.longest_win_plies.max(b.longest_win_plies),
        longest_loss_plies: a.longest_loss_plies.max(b.longest_loss_plies),
    }
}

pub fn counts(values: &Values) -> Counts {
    let values = match values {
        Values::Plies(values) => values,
        Values::Wdl(wdl) => {
            let [losses, draws, wins] = wdl.counts();
            return Counts { wins, draws, losses, ..Counts::default() };
        }
    };
    let count_chunk = |chunk: &[Known]| {
        // There are no branches, so that the compiler vectorises the loop.
        let (mut draws, mut wins, mut longest) = (0u32, 0u32, [0u16; 2]);
        for &known in chunk {
            let (is_draw, is_won) = (known.is_draw(), known.is_won());
            draws += is_draw as u32;
            wins += is_won as u32;
            longest[0] = longest[0].max(if is_won { known.plies() } else { 0 });
            longest[1] = longest[1].max(if is_draw | is_won { 0 } else { known.plies() });
        }
        Counts {
            wins: wins as u64,
            draws: draws as u64,
            losses: (chunk.len() as u32 - draws - wins) as u64,
            longest_win_plies: longest[0] as u32,
            longest_loss_plies: longest[1] as u32,
        }
    };
    parallel::map(values.chunks(1 << 16), &count_chunk).into_iter().fold(Counts::default(), added)
}
