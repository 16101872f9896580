/** Returns the old list if the new one has the same elements, so that components don't update. */
export const sameList = <Thing>(
  was: readonly Thing[] | undefined,
  next: readonly Thing[],
): readonly Thing[] => {
  const isSame = was?.length === next.length && next.every((thing, nth) => thing === was[nth])
  return isSame ? was : next
}
