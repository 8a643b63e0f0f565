import type { Database } from '#server/database/database.ts'
import { listDepartments } from './departments.sql.ts'
import { type Department, type Tree, treeOf } from './tree.ts'

/** Reads the company's departments, for paths and for what lies below one. */
export const departmentTree = async (company: Database, companyId: string): Promise<Tree<Department>> =>
  treeOf(await listDepartments(company, companyId))

/** Leaves out departments that were deleted. None left is no longer the whole company, which null stands for. */
export const existingIn = (tree: Tree<Department>, ids: string[] | null): string[] | null =>
  ids?.filter(id => tree.byId.has(id)) ?? null
