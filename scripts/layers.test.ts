import { expect, test } from 'vitest'
import { layerFaults } from './layers.ts'

test('downward imports are accepted, whatever tests and styles import', () => {
  expect(
    layerFaults({
      'contract/rules.ts': `import { z } from 'zod'`,
      'web/data/api.ts': `import { codes } from '#contract/rules.ts'`,
      'web/data/api.test.ts': `import { App } from '../app.tsx'`,
      'web/testing/browser.ts': `import { App } from '#web/app.tsx'`,
      'web/ui/list/table.tsx': `import './table.css'\nimport { api } from '#web/data/api.ts'\nimport '../look.tsx'`,
      'web/ui/look.tsx': '',
      'web/console/menu.tsx': `export { look } from '#web/ui/look.tsx'`,
      'web/app.tsx': `const menu = () => import('./console/menu.tsx')`,
    }),
  ).toEqual([])
})

test.each([
  ['a type', `import type { Look } from '#web/ui/look.tsx'`],
  ['a value, relatively', `import { look } from '../ui/look.tsx'`],
  ['something loaded later', `const look = import('#web/ui/look.tsx')`],
  ['something handed on', `export * from '#web/ui/look.tsx'`],
])('%s imported from a higher layer is reported with its line', (_, line) => {
  expect(layerFaults({ 'web/data/api.ts': `\n${line}`, 'web/ui/look.tsx': '' })).toEqual([
    'web/data/api.ts:2 → web/ui/look.tsx: web/ui lies above it',
  ])
})

test.each([
  ['web/site/home.tsx', 'web/account/account.tsx', 'web/site never imports web/account'],
  ['web/data/api.ts', 'server/orders/orders.ts', 'web never imports server'],
  ['server/core/time.ts', 'web/data/api.ts', 'server never imports web'],
  ['contract/rules.ts', 'server/core/time.ts', 'contract never imports server'],
  ['server/core/time.ts', 'server/app/main.ts', 'server/app, server/* lies above it'],
  ['server/engines/jobs.ts', 'server/main.ts', 'server/app, server/* lies above it'],
])('%s must not import %s', (file, target, rule) => {
  expect(layerFaults({ [file]: `import '#${target}'`, [target]: '' })).toEqual([`${file}:1 → ${target}: ${rule}`])
})

test('a folder without a layer is reported', () => {
  expect(layerFaults({ 'web/hall/hall.tsx': '', 'server/modules/unheard-of/rules.ts': '' })).toEqual([
    'web/hall/hall.tsx: has no layer; add its folder to scripts/layers.ts',
    'server/modules/unheard-of/rules.ts: has no layer; add its folder to scripts/layers.ts',
  ])
})

test('a cycle of types alone is a cycle', () => {
  expect(
    layerFaults({
      'web/ui/a.tsx': `import type { B } from './b.tsx'`,
      'web/ui/b.tsx': `export type B = typeof import('./c.tsx')`,
      'web/ui/c.tsx': `import './outside.css'\nimport { type A } from '#web/ui/a.tsx'`,
    }),
  ).toEqual([
    'files import each other: web/ui/a.tsx:1 → web/ui/b.tsx, web/ui/b.tsx:1 → web/ui/c.tsx, web/ui/c.tsx:2 → web/ui/a.tsx',
  ])
})

test('folders importing each other through different files are a cycle, a folder and its subfolder are not', () => {
  expect(
    layerFaults({
      'web/console/lines/page.tsx': `import '../orders/list.tsx'`,
      'web/console/orders/list.tsx': `import './cashier/pay.tsx'`,
      'web/console/orders/cashier/pay.tsx': `import '../order.ts'`,
      'web/console/orders/order.ts': `import '../lines/line.ts'`,
      'web/console/lines/line.ts': '',
    }),
  ).toEqual([
    'folders import each other: web/console/lines/page.tsx:1 → web/console/orders/list.tsx, web/console/orders/order.ts:1 → web/console/lines/line.ts',
  ])
})
