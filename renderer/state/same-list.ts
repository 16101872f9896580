/** The list that was, where the next one has the very same things in it: who shows it need not look again. */
export const sameList = <Thing>(
  was: readonly Thing[] | undefined,
  next: readonly Thing[],
): readonly Thing[] => {
  const isSame = was?.length === next.length && next.every((thing, nth) => thing === was[nth])
  return isSame ? was : next
}
