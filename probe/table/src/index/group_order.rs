//! Order in which the groups of a slice enter the number of a position. A group is all pieces of
//! one side and kind.

use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Side};

use crate::slice::Slice;

/// Length in bytes of the order of groups in a header. It has one byte for each group, which is all
/// pieces of one side and kind. No slice has more than 16 groups.
const GROUPS_MAX: usize = 16;

pub(super) type GroupName = (Side, Kind);

/// Order in which the groups of a slice are placed on the board when a position is numbered. A
/// group is all pieces of one side and kind. Byte `i` stands for the group that is placed at step
/// `i`: its index in [table order](Self::TABLE_ORDER), plus 1. The bytes after the last group are
/// 0. If all bytes are 0, the groups are in table order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GroupOrder([u8; GROUPS_MAX]);

impl GroupOrder {
    /// Standard order of groups, for position numbers in interfaces and digests: men, then the
    /// opponent's kings, then the kings of the side to move.
    pub const TABLE_ORDER: GroupOrder = GroupOrder([0; GROUPS_MAX]);

    /// Reads an order of groups from the bytes of a header; `None` when the bytes are not an order.
    pub fn from_bytes(bytes: [u8; GROUPS_MAX]) -> Option<GroupOrder> {
        let order = GroupOrder(bytes);
        let (places, padding) = bytes.split_at(order.places().len());
        let is_order = (1..=places.len() as u8).all(|place| places.contains(&place));
        (is_order && padding.iter().all(|&place| place == 0)).then_some(order)
    }

    /// Converts the order of groups to the bytes of a header.
    pub fn to_bytes(self) -> [u8; GROUPS_MAX] {
        self.0
    }

    /// Returns one byte for each group of pieces, in this order: the index of the group in table
    /// order, plus 1. Returns no bytes if this order is table order.
    pub(crate) fn places(&self) -> &[u8] {
        let groups = self.0.iter().take_while(|&&place| place > 0).count();
        &self.0[..groups]
    }

    /// Returns true for table order: men, then the opponent's kings, then the kings of the side to
    /// move.
    pub fn is_table_order(self) -> bool {
        self == GroupOrder::TABLE_ORDER
    }

    /// Returns the order in which the groups of a slice are placed in the sequence `groups`. A
    /// group is all pieces of one side and kind. `None` when `groups` are not exactly the groups of
    /// the slice.
    pub fn of<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, groups: &[(Side, Kind)]) -> Option<GroupOrder> {
        let in_table_order = in_table_order(kernel, slice);
        if groups == in_table_order {
            return Some(GroupOrder::TABLE_ORDER);
        }
        let mut bytes = [0; GROUPS_MAX];
        for (byte, group) in bytes.iter_mut().zip(groups) {
            *byte = in_table_order.iter().position(|other| other == group)? as u8 + 1;
        }
        GroupOrder::from_bytes(bytes).filter(|_| groups.len() == in_table_order.len())
    }

    /// Returns all possible orders of `groups` groups of pieces. Table order comes first.
    pub fn all(groups: usize) -> Vec<GroupOrder> {
        let mut orders = vec![Vec::new()];
        for _ in 0..groups {
            let longer = |order: &Vec<u8>| {
                let next = (1..=groups as u8).filter(|place| !order.contains(place));
                next.map(|place| [&order[..], &[place]].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        // The first order lists all groups by ascending index, so it is table order.
        let others = orders.iter().skip(1).map(|order| {
            let mut bytes = [0; GROUPS_MAX];
            bytes[..groups].copy_from_slice(order);
            GroupOrder(bytes)
        });
        std::iter::once(GroupOrder::TABLE_ORDER).chain(others).collect()
    }

    /// Returns the groups of a slice in this order; `None` when the order is for another number of
    /// groups.
    pub(super) fn groups<W: Bitboard>(self, kernel: &Kernel<W>, slice: Slice) -> Option<Vec<GroupName>> {
        let groups = in_table_order(kernel, slice);
        if self.is_table_order() {
            return Some(groups);
        }
        let is_of_slice = self.places().len() == groups.len();
        is_of_slice.then(|| self.places().iter().map(|&place| groups[place as usize - 1]).collect())
    }
}

/// Returns the groups of a slice in table order. The kinds that cannot stand everywhere (men) come
/// first, those of the side to move before those of the other side. The kings come last, those of
/// the side to move after those of the other side.
fn in_table_order<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Vec<GroupName> {
    let mut listed = Vec::with_capacity(2 * KINDS);
    for kind in Kind::ALL {
        let sides = [slice.side, slice.side.other()].into_iter();
        listed.extend(sides.map(|side| (side, kind)).filter(|&(side, kind)| count(slice, (side, kind)) > 0));
    }
    let (restricted, mut free): (Vec<_>, Vec<_>) =
        listed.into_iter().partition(|&(side, kind)| kernel.region(side, kind) != kernel.all);
    free.reverse();
    restricted.into_iter().chain(free).collect()
}

pub(super) fn count(slice: Slice, (side, kind): GroupName) -> u8 {
    slice.material.counts[side as usize][kind as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_back_and_others_refused() {
        for groups in 0..=4 {
            let orders = GroupOrder::all(groups);
            assert_eq!(orders.len(), (1..=groups).product::<usize>());
            assert_eq!(orders[0], GroupOrder::TABLE_ORDER);
            assert!(orders.iter().all(|order| GroupOrder::from_bytes(order.to_bytes()) == Some(*order)));
        }
        for wrong in [&[2][..], &[1, 1], &[1, 3], &[0, 1], &[2, 1, 0, 3], &[4, 3, 2]] {
            let mut bytes = [0; GROUPS_MAX];
            bytes[..wrong.len()].copy_from_slice(wrong);
            assert_eq!(GroupOrder::from_bytes(bytes), None, "{wrong:?}");
        }
    }
}
