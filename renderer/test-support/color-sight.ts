/** Defined by the Web Content Accessibility Guidelines. */
function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What a person with that sight sees of linear red, green and blue (Machado et al., 2009). */
export const sights = {
  'full color': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.1523, 1.0526, -0.2049, 0.1145, 0.7863, 0.0992, -0.0039, -0.0481, 1.052],
  deuteranopia: [0.3673, 0.8606, -0.228, 0.2801, 0.6725, 0.0474, -0.0118, 0.0429, 0.9689],
  tritanopia: [1.2555, -0.0767, -0.1788, -0.0784, 0.9308, 0.1476, 0.0047, 0.6914, 0.3039],
}

function times(matrix: readonly number[], [x = 0, y = 0, z = 0]: readonly number[]): number[] {
  return [0, 3, 6].map((row) => {
    const [a = 0, b = 0, c = 0] = matrix.slice(row, row + 3)
    return a * x + b * y + c * z
  })
}

/** A color in OKLab, where distances are as large as they look, as one sees it. */
function seenAs(colour: string, sight: readonly number[]): number[] {
  const cones = times(
    [0.4122, 0.5363, 0.0514, 0.2119, 0.6807, 0.1074, 0.0883, 0.2817, 0.63],
    times(sight, linear(colour)).map((part) => Math.min(1, Math.max(0, part))),
  ).map(Math.cbrt)
  return times([0.2105, 0.7936, -0.0041, 1.978, -2.4286, 0.4506, 0.0259, 0.7828, -0.8087], cones)
}

/** How different two colors look to a person with that sight. */
export function distance(one: string, other: string, sight: readonly number[]): number {
  const [from, to] = [seenAs(one, sight), seenAs(other, sight)]
  return Math.hypot(...from.map((part, at) => part - (to[at] ?? 0)))
}
