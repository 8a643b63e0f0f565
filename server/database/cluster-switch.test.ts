import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { finishSwitch, switchClusters } from './cluster-switch.ts'

const plan = { restored: 'restored-1/postgres', aside: 'postgres.before-1' }

function dataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'haiyilian-switch-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  for (const [folder, text] of [
    ['postgres', 'present'],
    [plan.restored, 'restored'],
  ] as const) {
    mkdirSync(join(dataDir, folder), { recursive: true })
    writeFileSync(join(dataDir, folder, 'which'), text)
  }
  return dataDir
}

function expectSwitched(dataDir: string) {
  expect(readFileSync(join(dataDir, 'postgres/which'), 'utf8')).toBe('restored')
  expect(readFileSync(join(dataDir, plan.aside, 'which'), 'utf8')).toBe('present')
  expect(existsSync(join(dataDir, 'postgres.switch'))).toBe(false)
}

test('the restored cluster replaces the current one, which is kept aside', () => {
  const dataDir = dataFolder()
  switchClusters(dataDir, plan)
  expectSwitched(dataDir)
  finishSwitch(dataDir)
  expectSwitched(dataDir)
})

test.each([
  ['before the first step', 0],
  ['between the steps', 1],
  ['after the last step', 2],
])('a switch that crashed %s is finished by the next start', (_when, steps) => {
  const dataDir = dataFolder()
  writeFileSync(join(dataDir, 'postgres.switch'), JSON.stringify(plan))
  if (steps > 0) renameSync(join(dataDir, 'postgres'), join(dataDir, plan.aside))
  if (steps > 1) renameSync(join(dataDir, plan.restored), join(dataDir, 'postgres'))
  finishSwitch(dataDir)
  expectSwitched(dataDir)
})
