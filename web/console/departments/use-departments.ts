import { useMemo } from 'react'
import { useRemembered } from '#web/data/use-call.ts'
import { treeOf } from './tree.ts'

/** The company's departments as a tree. */
export function useDepartments() {
  const called = useRemembered('getDeptListByCompanyId', {})
  const { data, refused, loading, reload } = called
  const tree = useMemo(
    () => ({ ...treeOf(data?.list ?? []), found: { refused, loading, reload } }),
    [data, refused, loading, reload],
  )
  return { ...called, tree }
}
