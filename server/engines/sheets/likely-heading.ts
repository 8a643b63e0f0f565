import { plainHeading } from '#contract/spreadsheet.ts'
import { distance } from '#server/core/near-name.ts'

/**
 * Returns the label that a heading probably means. In Chinese the last word of a heading says what it is, so that 部门负责人 is rather
 * 负责人 than 部门.
 */
export function likelyHeading(title: string, labels: readonly string[]): string | null {
  const typed = plainHeading(title)
  const plain = labels.map(plainHeading)
  const [longest] = plain.filter(label => typed.includes(label)).toSorted(byEnd(typed))
  const wider = typed.length > 1 ? plain.filter(label => label.includes(typed)) : []
  // 店铺 alone may be the name or the number of a shop.
  const meant = longest ?? (wider.length === 1 ? wider[0] : plain.find(label => isMistyped(typed, label)))
  return labels.find((_, at) => plain[at] === meant) ?? null
}

const byEnd = (typed: string) => (one: string, other: string) =>
  Number(typed.endsWith(other)) - Number(typed.endsWith(one)) || other.length - one.length

const isMistyped = (typed: string, label: string) => label.length > 2 && distance(typed, label) === 1
