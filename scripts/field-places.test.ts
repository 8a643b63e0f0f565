import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'

const calls: Record<string, Call | Operation | undefined> = { ...contract, ...operations }

/** The calls of sources that get them from elsewhere. */
const callsOf: Record<string, string[]> = {
  'console/devices/device-dialog.tsx': ['deviceAudit', 'deviceAuthStatusChange', 'deviceRemove'],
  'ui/reauthentication-dialog.tsx': ['reauthenticate', 'reauthenticateOperator'],
}

/** Each refusal that a source places at a field, with the calls that the source makes. */
const placed = readdirSync('web', { recursive: true, encoding: 'utf8' }).flatMap(file => {
  if (!/\.tsx?$/.test(file) || /\.test\./.test(file)) return []
  const source = readFileSync(`web/${file}`, 'utf8')
  const tables = [...source.matchAll(/fieldOf\b[^\n=:]*[=:][^\n{]*\{+([^}]*)\}/g)].map(([, table = '']) => table)
  const made = callsOf[file] ?? [...source.matchAll(/\bapi\s*\.(\w+)/g)].map(([, name = '']) => name)
  return tables.flatMap(table =>
    [...table.matchAll(/\[-(\d+)\]: '(\w+)'/g)].map(([, code, field = '']) => ({
      place: `${file}: -${code} at ${field}`,
      code: -Number(code),
      field,
      made,
      // A form may name a field differently from the call.
      isOfForm: new RegExp(`name="${field}"|\\b${field}\\??: `).test(source),
    })),
  )
})

const declares = (name: string, code: number) => calls[name]?.codes?.some(declared => declared === code) ?? false
const takes = (name: string, field: string) => {
  const input = calls[name]?.input
  return input && JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).includes(`"${field}":`)
}

test('a refusal is placed at a field only where a call declares it, and the form or the call has the field', () => {
  expect(placed.length).toBeGreaterThan(100)
  const undeclared = placed.filter(({ made, code }) => !made.some(name => declares(name, code)))
  expect(undeclared.map(({ place }) => place)).toEqual([])
  const misplaced = placed.filter(({ made, field, isOfForm }) => !isOfForm && !made.some(name => takes(name, field)))
  expect(misplaced.map(({ place }) => place)).toEqual([])
})
