import { useMemo } from 'react'
import { useCall } from '#web/data/use-call.ts'
import { treeOf } from './tree.ts'

/** The company's departments as a tree. */
export function useDepartments() {
  const called = useCall('getDeptListByCompanyId', {}, { remember: true })
  const { data } = called
  const tree = useMemo(() => treeOf(data?.list ?? []), [data])
  return { ...called, tree }
}
