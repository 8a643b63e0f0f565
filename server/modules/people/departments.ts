import type { Database } from '#server/database/database.ts'
import { listDepartments, listDependants } from './departments.sql.ts'
import { type Department, type Tree, treeOf } from './tree.ts'

/** Reads the company's departments, for paths and for what lies below one. */
export const departmentTree = async (company: Database, companyId: string): Promise<Tree<Department>> =>
  treeOf(await listDepartments(company, companyId))

/** Leaves out deleted departments. An empty list is not the whole company, which null stands for. */
export const existingIn = (tree: Tree<Department>, ids: string[] | null): string[] | null =>
  ids?.filter(id => tree.byId.has(id)) ?? null

const few = 5
const quoted = (names: readonly string[]) =>
  names
    .slice(0, few)
    .map(name => `「${name}」`)
    .join('') + (names.length > few ? `等 ${names.length} 个` : '')

/** Describes what loses a department with its deletion, so that records show why people have none, or a token finds nobody. */
export async function losersOf(company: Database, companyId: string, departmentId: string): Promise<string> {
  const { templates, tokens, duties } = await listDependants(company, companyId, departmentId)
  const limited = [duties && `${duties} 人的角色`, tokens.length && `接口令牌${quoted(tokens)}`].filter(Boolean)
  return [
    templates.length && `入职模板${quoted(templates)}不再指定部门`,
    limited.length && `${limited.join('、')}所限的部门少了它`,
  ]
    .filter(Boolean)
    .join('；')
}
