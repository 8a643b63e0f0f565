import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { type Figure, median } from './figures.ts'
import { withBrowser } from './transfer.ts'

/** The part of Lighthouse's interface that is used here. */
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string }
        audits: Record<string, { numericValue?: number; score: number | null }>
        categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
      }
    }
  | undefined
>

/** Loads a package that is installed separately beside this file: only measuring pages needs its 150 MB. */
export async function bigPackages<Exports>(name: 'lighthouse' | 'html-validate'): Promise<Exports> {
  const folder = join(import.meta.dirname, 'lighthouse')
  if (!existsSync(join(folder, 'node_modules', name)))
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
  const entry = createRequire(join(folder, 'package.json')).resolve(name)
  return (await import(pathToFileURL(entry).href)) as Exports
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Run {
  scores: Record<string, number>
  values: Record<string, number>
  failed: string[]
}

async function run(lighthouse: Lighthouse, url: string, port: number): Promise<Run> {
  const outcome = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    // The preset simulates a phone, slow 4G and a processor four times slower.
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

/** The pages on a buyer's way, by the names of their figures. */
const pages = {
  'landing page': '/',
  'price page': '/product',
  'help centre': '/help',
  'help article': '/help/buy-line',
  'download page': '/download',
}

function figuresOf(page: string, runs: readonly Run[]): Figure[] {
  const medianOf = (kind: 'scores' | 'values', name: string) => median(runs.map(each => each[kind][name] ?? Number.NaN))
  const failed = [...new Set(runs.flatMap(each => each.failed))].join(', ')
  const points = categories.map(
    (name): Figure => ({
      name: `${page}, Lighthouse ${name}`,
      result: medianOf('scores', name),
      unit: 'points',
      atLeast: 100,
      ...(medianOf('scores', name) < 100 && failed && { note: `short of full marks: ${failed}` }),
    }),
  )
  return [
    ...points,
    {
      name: `${page}, largest contentful paint on slow 4G`,
      result: medianOf('values', 'lcp'),
      unit: 's',
      atMost: 0.9,
      note: `first contentful paint ${medianOf('values', 'fcp').toFixed(2)} s, median of ${runs.length}`,
    },
    { name: `${page}, total blocking time`, result: medianOf('values', 'tbt'), unit: 'ms', atMost: 50 },
    { name: `${page}, cumulative layout shift`, result: medianOf('values', 'cls'), unit: '', atMost: 0.01 },
  ]
}

/** Each run is a visitor's first: Lighthouse empties storage and caches before it. */
export async function lighthouseFigures(origin: string, rounds: number): Promise<Figure[]> {
  const port = await freePort()
  const { default: lighthouse } = await bigPackages<{ default: Lighthouse }>('lighthouse')
  return await withBrowser([`--remote-debugging-port=${port}`], async () => {
    const figures: Figure[] = []
    for (const [page, path] of Object.entries(pages)) {
      const runs: Run[] = []
      for (let round = 0; round < rounds; round += 1) runs.push(await run(lighthouse, `${origin}${path}`, port))
      figures.push(...figuresOf(page, runs))
    }
    return figures
  })
}
