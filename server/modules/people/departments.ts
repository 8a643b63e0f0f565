import type { Database } from '#server/database/database.ts'
import { listDepartments } from './departments.sql.ts'
import { type Department, type Tree, treeOf } from './tree.ts'

/** Reads the company's departments, for paths and for what lies below one. */
export const departmentTree = async (company: Database, companyId: string): Promise<Tree<Department>> =>
  treeOf(await listDepartments(company, companyId))
