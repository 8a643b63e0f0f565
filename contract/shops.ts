import { z } from 'zod'
import { call } from './call.ts'
import { shopImport, shopPlatforms, shopStates } from './connection-names.ts'
import { createOrUpdateInput } from './create-or-update-input.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { id, instant, line, listOf, paging } from './fields.ts'
import { textsOf } from './records/record.ts'
import { shop } from './records/shop.ts'
import { unreadColumns } from './unread-columns.ts'

const shopFilter = {
  platform: z.enum(shopPlatforms, { error: '平台不正确' }).optional(),
  state: z.enum(shopStates, { error: '状态不正确' }).optional(),
  svp_id: id.optional(),
  /** Only shops without a line. */
  unbound: z.boolean().optional(),
  keyword: line('关键词', 50).optional(),
}

export const getShopList = call({
  path: '/v1/shop/getShopList',
  effect: 'read',
  access: 'manager',
  about: '企业的店铺与账号，可按平台、状态、专线与关键词（名称、编号、负责人）筛选；从新到旧。',
  input: z.strictObject({ ...shopFilter, ...paging }),
  output: listOf(shop.schema),
})

export const exportShops = call({
  path: '/v1/shop/exportShops',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按同样的条件导出店铺与账号（XLSX），前几列与导入的表格相同；答复短期有效的下载地址。',
  input: z.strictObject(shopFilter),
  output: exportedFile,
  codes: [429],
})

export const getShopConflicts = call({
  path: '/v1/shop/getShopConflicts',
  effect: 'read',
  access: 'manager',
  about:
    '绑定之前：哪些同一平台的店铺已绑定这条专线，或曾从它的地址使用（last_at 为最后一次）。shop_ids 是要绑定的店铺，不与自己比较。连接时的提醒由同一规则得出。',
  input: z.strictObject({
    svp_id: id,
    platforms: z.array(z.enum(shopPlatforms, { error: '平台不正确' }), { error: '请选择平台' }).max(50),
    shop_ids: z.array(id).max(1000, '一次最多1000家').default([]),
  }),
  output: z.object({
    list: z.array(
      shop.schema.pick({ shop_id: true, platform: true, name: true, shop_number: true }).extend({
        /** True when it is bound to the line and not closed. */
        is_bound: z.boolean(),
        last_at: instant.nullable(),
      }),
    ),
  }),
})

export const setShop = call({
  path: '/v1/shop/setShop',
  effect: 'change',
  activity: 'shop.added',
  access: 'manager',
  about: '新建店铺（不带 shop_id），或修改、绑定专线；只改动带上的项。同一平台的编号在企业内不可重复。',
  input: createOrUpdateInput('shop_id', shop.edit('set')),
  output: z.object({ shop_id: id }),
  codes: [-52001, -53022, -56001, -56002, -56003],
})

const { svp_id, state } = shop.input('set')

export const batchSetShop = call({
  path: '/v1/shop/batchSetShop',
  effect: 'change',
  activity: 'shop.changed',
  access: 'manager',
  about:
    '给多家店铺绑定同一条专线（null 为解绑），或改变状态；只改动带上的项，没有变化的不计入 changed。要么全部成功，要么都不变。',
  input: z.strictObject({
    shop_ids: z.array(id, { error: '请选择店铺' }).min(1, '请选择店铺').max(1000, '一次最多1000家'),
    svp_id: svp_id.unwrap().optional(),
    state: state.unwrap().optional(),
  }),
  output: z.object({ changed: z.int() }),
  success: '已保存',
  codes: [-52001, -56001],
})

export const getShopImportTemplate = call({
  path: '/v1/shop/getShopImportTemplate',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '店铺导入表格的模板（XLSX）。',
  output: z.object({ url: z.string(), file_name: z.string() }),
  codes: [429],
})

export const shopImportRow = z.object({
  /** The row number in the sheet, where the heading is row 1. */
  row: z.int(),
  ...textsOf(shopImport),
  problems: z.array(z.string()),
})

export const previewShopImport = call({
  path: '/v1/shop/previewShopImport',
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'import', by: 'company', max: 60, seconds: 3600 }],
  access: 'manager',
  about: '上传店铺表格（multipart：sid、file，file 在最后），逐行检查，尚未写入；unread_columns 是没有读取的列。',
  output: z.object({
    import_id: id,
    good: z.int(),
    bad: z.int(),
    /** All bad rows, followed by as many good ones as fit into 200. */
    rows: z.array(shopImportRow),
    unread_columns: unreadColumns,
    /** Reservations about the lines of good rows, which remain the company's own choice; the first of them only. */
    warnings: z.array(z.object({ row: z.int(), message: z.string() })),
  }),
  codes: [-45002, -47010, -47011, -56004, 429],
  multipart: true,
})

export const commitShopImport = call({
  path: '/v1/shop/commitShopImport',
  effect: 'change',
  activity: 'shop.imported',
  access: 'manager',
  about: '写入一次预览过的店铺导入：全部无误，或仅写入无误的行。预览之后才被占用的编号略过，并计入 skipped。',
  input: z.strictObject({ import_id: id, good_only: z.boolean().default(false) }),
  output: z.object({ added: z.int(), skipped: z.int() }),
  codes: [-47013, -47014, -47015, -52001, -56003],
})
