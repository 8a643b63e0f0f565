import lighthouse from 'lighthouse'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { type Figure, median } from './figures.ts'
import { withBrowser } from './transfer.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Run {
  scores: Record<string, number>
  values: Record<string, number>
  failed: string[]
}

async function run(url: string, port: number): Promise<Run> {
  const outcome = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    // The preset's own: a phone, slow 4G and a processor four times slower, simulated.
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
  })
  if (!outcome || outcome.lhr.runtimeError) throw new Error(`Lighthouse: ${outcome?.lhr.runtimeError?.message}`)
  const { lhr } = outcome
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(categories.map(name => [name, (lhr.categories[name]?.score ?? Number.NaN) * 100])),
    values: {
      fcp: value('first-contentful-paint') / 1000,
      lcp: value('largest-contentful-paint') / 1000,
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    },
    failed: categories.flatMap(name =>
      (lhr.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  }
}

/** Each run is an ordinary visitor's first: Lighthouse empties storage and caches before it. */
export async function lighthouseFigures(url: string, rounds: number): Promise<Figure[]> {
  const port = await freePort()
  const runs = await withBrowser([`--remote-debugging-port=${port}`], async () => {
    const done: Run[] = []
    for (let round = 0; round < rounds; round += 1) done.push(await run(url, port))
    return done
  })
  const of = (kind: 'scores' | 'values', name: string) => median(runs.map(each => each[kind][name] ?? Number.NaN))
  const failed = [...new Set(runs.flatMap(each => each.failed))].join(', ')
  const points = categories.map(
    (name): Figure => ({
      name: `landing page, Lighthouse ${name}`,
      result: of('scores', name),
      unit: 'points',
      atLeast: 100,
      ...(of('scores', name) < 100 && failed && { note: `short of full marks: ${failed}` }),
    }),
  )
  return [
    ...points,
    {
      name: 'landing page, largest contentful paint on slow 4G',
      result: of('values', 'lcp'),
      unit: 's',
      atMost: 1.2,
      note: `first contentful paint ${of('values', 'fcp').toFixed(2)} s, median of ${runs.length}`,
    },
    { name: 'landing page, total blocking time', result: of('values', 'tbt'), unit: 'ms', atMost: 50 },
    { name: 'landing page, cumulative layout shift', result: of('values', 'cls'), unit: '', atMost: 0.01 },
  ]
}
