import type { AxeResults, NodeResult } from 'axe-core'

/* These functions run in the page, so they must be self-contained. axe.ts adds `axe` there; the page itself knows nothing of it. */
interface Axe {
  configure(spec: { noHtml: boolean }): void
  run(place: Node | { include: Element[] }, options: object): Promise<AxeResults>
}

/** Returns what axe finds wrong in this part of the page, except for colours. */
export async function findStructureFaults(part: Element) {
  const { axe } = globalThis as unknown as { axe: Axe }
  // Otherwise it would record the HTML of every element that it checks.
  axe.configure({ noHtml: true })
  const found = await axe.run(part, {
    // Only violations are described, because describing the rest takes several times as long as checking.
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
  })
  return found.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 3).map(node => `${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim()}`),
  }))
}

/**
 * Returns the texts of this part that contrast too little, and the look of each text together with whether axe could judge it.
 * Measuring one contrast takes long, and nearly all texts look like one that was measured before: they are in the same elements
 * with the same classes, colours, opacity and sizes up to the root. Of each look one is measured, or all where that one is
 * inconclusive because it is cut off or over a picture. `allKnown` means that there was nothing to measure.
 */
export async function findColourFaults(part: Element, judged: Record<string, boolean>) {
  const { axe } = globalThis as unknown as { axe: Axe }
  axe.configure({ noHtml: true })
  // Running animations would make contrast random.
  await Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))

  const looks = new Map<Element, string>()
  // One character is too little for axe to judge.
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && (textContent?.trim().length ?? 0) > 1)
  function lookOf(element: Element): string {
    const cachedLook = looks.get(element)
    if (cachedLook) return cachedLook
    const above = element.parentElement
    const style = getComputedStyle(element)
    const own = [
      above && lookOf(above),
      element.localName,
      element.getAttribute('class'),
      // Two colours of an element's own may be alike in one theme and differ in the other.
      /color|background|opacity/.exec(element.getAttribute('style') ?? '')?.input,
      // A link in a sentence has to differ from it.
      element.localName === 'a' && above && hasText(above),
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode],
      ...[style.fontSize, style.fontWeight, style.textShadow, style.textDecorationLine],
    ].join()
    // Two sums of 32 bits are enough for some ten thousand looks.
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < own.length; index++) {
      one = Math.imul(one ^ own.charCodeAt(index), 2_654_435_761)
      other = Math.imul(other ^ own.charCodeAt(index), 1_597_334_677)
    }
    const look = `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`
    looks.set(element, look)
    return look
  }

  const alike = new Map<string, Element[]>()
  const whole: Element[] = []
  for (const element of [part, ...part.querySelectorAll('*')]) {
    if (element.localName === 'iframe') whole.push(element)
    const field = element as HTMLInputElement
    if (!(element.matches('input, select, textarea') ? field.value || field.placeholder : hasText(element))) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const look = lookOf(element)
    alike.set(look, [...(alike.get(look) ?? []), element])
  }
  const faults: string[] = []
  async function measure(elements: Element[]): Promise<Set<Element | undefined>> {
    if (!elements.length) return new Set()
    const found = await axe.run(
      { include: elements },
      {
        runOnly: ['color-contrast', 'link-in-text-block'],
        resultTypes: ['passes', 'violations'],
        selectors: false,
        elementRef: true,
      },
    )
    const nodesOf = (results: AxeResults['passes']): NodeResult[] => results.flatMap(({ nodes }) => nodes)
    for (const { element, failureSummary } of nodesOf(found.violations))
      faults.push(
        `${element?.textContent?.slice(0, 40)} in ${element?.outerHTML.slice(0, 120)}: ${failureSummary?.split('\n')[1]}`,
      )
    return new Set(nodesOf(found.passes).map(({ element }) => element))
  }

  const unseen = [...alike].filter(([look]) => judged[look] === undefined)
  const mute = [...alike].filter(([look]) => judged[look] === false).flatMap(([, elements]) => elements)
  const measured = [...whole, ...mute, ...unseen.flatMap(([, elements]) => elements.slice(0, 1))]
  const passed = await measure(measured)
  const outcome = Object.fromEntries(unseen.map(([look, [first]]) => [look, passed.has(first)]))
  await measure(unseen.flatMap(([look, elements]) => (outcome[look] ? [] : elements.slice(1))))
  return { faults: faults.slice(0, 5), outcome, allKnown: !measured.length }
}
