import { useState } from 'react'
import { useRemembered } from '#web/data/use-call.ts'
import { DeviceLogEntries } from '#web/ui/device-log-entries.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const pageSize = 20

export function DeviceLog({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const requested = { device_id: id, page, page_size: pageSize }
  const { data, refused, reload } = useRemembered('getDeviceLog', requested)
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton rows={6} className="drawer-wait" />
  return (
    <>
      <DeviceLogEntries list={data.list} />
      <Pages simple current={page} pageSize={pageSize} total={data.total} rows={data.list.length} onChange={setPage} />
    </>
  )
}
