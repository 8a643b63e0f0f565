import { activityNames } from '#contract/activity-names.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedEntries, listedMatches } from '#contract/people.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { counted, searchByKeyword } from '#server/database/keyword-search.ts'
import type { Page } from '#server/database/listed.ts'
import { rarestPieces } from '#server/database/pieces.ts'
import { together } from '#server/database/together.ts'
import { undoActivity } from '#server/engines/activity/undo.ts'
import type { ContextOf, SomeHandlers } from '#server/engines/context.ts'
import { byPages, type ExportColumn, exportTable, partByPart } from '#server/engines/sheets/export-table.ts'
import { type ActivityQuery, countActivity, listActivity } from './activity-log.sql.ts'
import {
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  listFirst,
  nextWithKeyword,
} from './activity-search.sql.ts'

type Entry = OutputOf<'getCompanyActivity'>['list'][number]
const actorNames: Record<Entry['actor_kind'], string> = {
  account: '本企业',
  token: '接口令牌',
  operator: '平台',
  system: '系统',
}

const columns: ExportColumn<Entry>[] = [
  { title: '时间', width: 20, value: ({ at }) => formatTimeInChina(at) },
  { title: '操作人', width: 16, value: ({ actor_name }) => actor_name },
  { title: '身份', width: 12, value: ({ actor_kind }) => actorNames[actor_kind] },
  { title: '操作', width: 20, value: ({ action }) => activityNames[action] },
  { title: '对象', width: 24, value: ({ subject_name }) => subject_name },
  { title: '说明', width: 48, value: ({ detail }) => detail },
  { title: '已撤销', width: 20, value: ({ undone_at }) => (undone_at ? formatTimeInChina(undone_at) : '') },
]

export const activityCalls = {
  async getCompanyActivity({ company, membership: { companyId } }, { keyword, page, page_size, ...filter }) {
    const query = queryOf(companyId, filter)
    if (!query) return { list: [], total: 0, more: false }
    const offset = Math.min((page - 1) * page_size, listedEntries)
    const slice = { offset, limit: Math.min(page_size, listedEntries - offset) }
    const { rows, ...total } = await (keyword ? search(company, query, keyword, slice) : list(company, query, slice))
    return { list: rows, ...total }
  },

  async exportCompanyActivity(context, { keyword, ...filter }) {
    const { company, membership } = context
    const query = queryOf(membership.companyId, filter)
    const batches = (database: Database) =>
      keyword && query
        ? withKeyword(database, query, keyword)
        : byPages(async page => (query ? listActivity(database, query, page) : []))
    return exportTable(context, { name: '操作记录', columns, from: company, batches })
  },

  async undoActivity({ company, ...context }, { activity_id }) {
    return { activity_id: await undoActivity(company, context, activity_id) }
  },
} satisfies SomeHandlers

/** Returns undefined where nothing can match: no subject is both a person and a device. */
function queryOf(
  companyId: string,
  { action, employee_id, device_id, svp_id, from, to }: ParsedOf<'exportCompanyActivity'>,
): ActivityQuery | undefined {
  const [subjectId, another] = [employee_id, device_id, svp_id].filter(id => id !== undefined)
  return another && another !== subjectId ? undefined : { companyId, action, subjectId, from, to }
}

type Company = ContextOf<'getCompanyActivity'>['company']

async function list(company: Company, query: ActivityQuery, slice: Page) {
  const [rows, total] = await together(company, database => [
    listActivity(database, query, slice),
    countActivity(database, query, listedEntries + 1),
  ])
  return { rows, ...counted(total, listedEntries) }
}

/** Yields all entries with a keyword. A few are found by the index; of many, the index leaves unspecified which ones it finds. */
async function* withKeyword(company: Company, query: ActivityQuery, keyword: string) {
  const found = await search(company, query, keyword, { offset: 0, limit: listedMatches })
  if (found.more) yield* partByPart<Entry>((after, limit) => nextWithKeyword(company, query, { keyword, after, limit }))
  else yield found.rows
}

const search = (company: Company, query: ActivityQuery, keyword: string, slice: Page) =>
  searchByKeyword(slice, {
    first: most => firstWithKeyword(company, query, keyword, most),
    enough: (most, enough) => enoughWithKeyword(company, query, { keyword, most, enough }),
    listFirst: (most, part) => listFirst(company, query, { keyword, most, ...part }),
    find: (most, first) =>
      findByKeyword(company, query, { ...slice, keyword, pieces: rarestPieces(keyword, first?.texts ?? ''), most }),
  })
