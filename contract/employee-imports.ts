import { z } from 'zod'
import { call } from './call.ts'
import { exportLimits } from './exports.ts'
import { id, personDays, undoFields } from './fields.ts'
import { employeeSheet } from './records/employee-fields.ts'
import { textsOf } from './records/record.ts'
import { unreadColumns } from './unread-columns.ts'

export const getEmployeeImportTemplate = call({
  path: '/v1/company/getEmployeeImportTemplate',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '员工导入表格的模板（XLSX），含本企业的部门与专线组清单；时长、设备上限与专线组的列可留空。',
  output: z.object({ url: z.string(), file_name: z.string() }),
  codes: [429],
})

/** The column of a problem; null when it concerns the whole row. */
export const problemField = z.enum(employeeSheet).nullable()
export type ProblemField = z.output<typeof problemField>

export const importRow = z.object({
  /** The row number in the sheet, where the heading is row 1. */
  row: z.int(),
  ...textsOf(employeeSheet),
  problems: z.array(z.string()),
  /** The column of each problem; absent in rows stored before it was recorded. */
  problem_fields: z.array(problemField).optional(),
})

export const previewEmployeeImport = call({
  path: '/v1/company/previewEmployeeImport',
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'import', by: 'company', max: 60, seconds: 3600 }],
  access: 'manager',
  about:
    '上传员工表格（multipart：sid、file，file 在最后），逐行检查（部门、专线组、设备上限、余额够不够各行的时长），尚未写入；unread_columns 是没有读取的列。',
  output: z.object({
    import_id: id,
    good: z.int(),
    bad: z.int(),
    /** All bad rows, followed by as many good ones as fit into 200. */
    rows: z.array(importRow),
    unread_columns: unreadColumns,
  }),
  codes: [-45002, -47010, -47011, -47012, 429],
  multipart: true,
})

export const commitEmployeeImport = call({
  path: '/v1/company/commitEmployeeImport',
  effect: 'change',
  activity: 'company.import_started',
  undo: true,
  changesAccess: true,
  access: 'manager',
  about:
    '写入一次预览过的导入：全部无误，或仅写入无误的行，可以套用一个入职模板；表格里写了的以表格为准。后台执行，以 getEmployeeImport 查看进度；计划按全部行算。',
  input: z.strictObject({
    import_id: id,
    good_only: z.boolean().default(false),
    invite: z.boolean().default(true),
    /** Reserves this many days of the balance for each person whose row names none; they begin when the person agrees. */
    reserve_days: personDays.optional(),
    /** Gives each person what the template holds and the row leaves open; the template's days replace reserve_days. */
    template_id: id.optional(),
  }),
  output: z.object(undoFields),
  codes: [-47012, -47013, -47014, -47015, -47030, -47050],
})

export const getEmployeeImport = call({
  path: '/v1/company/getEmployeeImport',
  effect: 'read',
  access: 'manager',
  about: '一次导入的进度与结果。',
  input: z.strictObject({ import_id: id }),
  output: z.object({
    state: z.enum(['previewed', 'running', 'done', 'failed']),
    /** The rows to be written, and those that are done. */
    total: z.int(),
    done: z.int(),
    added: z.int(),
    /** The people for whom the balance had too few days left to reserve. */
    unreserved: z.int(),
    /** The people who did not get what the template holds, for want of days or because a group is gone. */
    untemplated: z.int(),
    /** The first 500 while it runs, all once it is over. */
    failed: z.array(importRow),
  }),
  codes: [-47013],
})
