import { z } from 'zod'
import { id } from '../fields.ts'
import { importStates } from './network-names.ts'
import { operation } from './operation.ts'

const problem = z.object({ line: z.int(), problem: z.string() })

const previewAddressImport = operation({
  path: '/network/previewAddressImport',
  effect: 'change',
  idempotency: 'prepared',
  access: ['network'],
  audited: true,
  about: '上传地址表（CSV，multipart：file）并检查，尚不入库。',
  output: z.object({
    import_id: id,
    good: z.int(),
    bad: z.int(),
    /** The first of them only. */
    problems: z.array(problem),
    /** All bad rows with their cells as a sheet, at an address valid for ten minutes; null if there are none. */
    bad_url: z.string().nullable(),
    counts: z.array(z.object({ country: z.string(), city: z.string(), access_way: z.string(), good: z.int() })),
  }),
  codes: [-45002, -53020, -53610],
  multipart: true,
})

const confirmAddressImport = operation({
  path: '/network/confirmAddressImport',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '确认导入检查通过的各行，由任务写入；再次确认会被拒绝。',
  input: z.strictObject({ import_id: id }),
  codes: [-53021, -53611, -53612],
})

const cancelAddressImport = operation({
  path: '/network/cancelAddressImport',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '放弃一次尚未确认的导入。',
  input: z.strictObject({ import_id: id }),
  codes: [-53021, -53611],
})

const getAddressImport = operation({
  path: '/network/getAddressImport',
  effect: 'read',
  access: ['network'],
  about: '导入的进度。',
  input: z.strictObject({ import_id: id }),
  output: z.object({
    state: z.enum(importStates),
    total: z.int(),
    done: z.int(),
    added: z.int(),
    failed: z.array(problem),
  }),
  codes: [-53021],
})

export const networkAddressImports = {
  previewAddressImport,
  confirmAddressImport,
  cancelAddressImport,
  getAddressImport,
}
