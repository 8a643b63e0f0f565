import { useMemo } from 'react'
import { useRemembered } from '#web/data/use-call.ts'
import { treeOf } from './tree.ts'

/** The company's departments as a tree. */
export function useDepartments() {
  const called = useRemembered('getDeptListByCompanyId', {})
  const { data } = called
  const tree = useMemo(() => treeOf(data?.list ?? []), [data])
  return { ...called, tree }
}
