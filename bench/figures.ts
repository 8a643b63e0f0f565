import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** One measurement and its target. A figure without a target is informative only. */
export interface Figure {
  name: string
  result: number
  unit: '×' | 'ms' | 's' | 'µs' | 'kB' | 'MB' | 'points' | 'per s' | ''
  atLeast?: number
  atMost?: number
  /** Explains the number where it is not self-explanatory. */
  note?: string
}

export const isOk = ({ result, atLeast, atMost }: Figure) =>
  Number.isFinite(result) && (atLeast === undefined || result >= atLeast) && (atMost === undefined || result <= atMost)

const number = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

function row(figure: Figure): string[] {
  const { name, result, unit, atLeast, atMost, note } = figure
  const target = atLeast !== undefined ? `≥ ${atLeast} ${unit}` : atMost !== undefined ? `≤ ${atMost} ${unit}` : ''
  const verdict = !target ? '' : isOk(figure) ? 'ok' : 'missed'
  return [name, target.trim(), `${number(result)} ${unit}`.trim(), verdict, note ?? '']
}

/** Prints the figures as a table, writes them to `reports/<file>.json` and returns whether every target is reached. */
export function report(file: string, figures: Figure[]): boolean {
  const rows = [['figure', 'target', 'result', '', 'measured'], ...figures.map(row)]
  const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(cells => cells[column]?.length ?? 0)))
  console.log(`\n${file}`)
  for (const cells of rows)
    console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  const folder = join(import.meta.dirname, '../reports')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model, at: new Date().toISOString() }
  const judged = figures.map(figure => ({ ...figure, ok: isOk(figure) }))
  writeFileSync(join(folder, `${file}.json`), `${JSON.stringify({ ...machine, figures: judged }, null, 2)}\n`)
  return figures.every(isOk)
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('the median of nothing')
  return (low + high) / 2
}

/** Alternates between both sides within one run, so that fluctuations of the machine affect both alike. */
export async function alternate<Result>(
  rounds: number,
  sides: { ours: () => Promise<Result>; reference: () => Promise<Result> },
): Promise<{ ours: Result[]; reference: Result[] }> {
  const results: { ours: Result[]; reference: Result[] } = { ours: [], reference: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const side of ['ours', 'reference'] as const) results[side].push(await sides[side]())
  return results
}
