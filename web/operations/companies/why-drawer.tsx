import '#web/ui/access-conditions.css'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AccessCondition, Resolver } from '#contract/access-names.ts'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
import { DevicePicker, LinePicker } from '#web/ui/access-pickers.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { accountPath, companyPath, operatedLinePath } from '../paths.ts'
import { useOperation, useOperationPreview } from '../use-operation.ts'

interface WhyDrawerProps extends DialogProps {
  companyId: string
  person: { employee_id: string; account_id: string; name: string }
}

/** Explains to support why one of a company's people may or may not use a line on a device. */
export const WhyDrawer = ({ companyId, person, open, close }: WhyDrawerProps) => (
  <Drawer title={`${person.name}：为什么能用、不能用`} open={open} onClose={close} size={scaled(480)} destroyOnHidden>
    <Explained companyId={companyId} person={person} leave={close} />
  </Drawer>
)

interface ExplainedProps extends Pick<WhyDrawerProps, 'companyId' | 'person'> {
  /** Called when the user leaves to see the person who can resolve a condition. */
  leave: () => void
}

function Explained({ companyId, person: { employee_id: employeeId, account_id: accountId }, leave }: ExplainedProps) {
  const [deviceId, setDeviceId] = useState<string>()
  const [lineId, setLineId] = useState<string>()
  const [words, setWords] = useState('')
  const { data, refused, reload } = useOperation('getCompanyAccess', {
    company_id: companyId,
    employee_id: employeeId,
    device_id: deviceId,
    svp_id: lineId,
  })
  const found = useOperationPreview('getCompanyLines', {
    company_id: companyId,
    keyword: words.trim() || undefined,
    page_size: 20,
  })
  const owners = useOperation(
    'getCompanyPeople',
    { company_id: companyId, role: 'owner', page_size: 1 },
    { background: true },
  )
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton rows={8} />
  const owner = owners.data?.list[0]
  function linkOf(condition: AccessCondition, by: Resolver) {
    const [to, words] = {
      manager: () =>
        owner
          ? [accountPath(owner.account_id), `联系 ${owner.name}`]
          : [companyPath(companyId, 'people'), '查看管理员'],
      employee: () => [accountPath(accountId), '联系本人'],
      provider: () =>
        condition === 'account'
          ? [accountPath(accountId), '打开账号']
          : condition === 'line' && lineId
            ? [operatedLinePath({ company_id: companyId, line_id: lineId }), '打开专线']
            : [companyPath(companyId), '打开企业'],
    }[by]() as [string, string]
    return (
      <Link to={to} onClick={leave}>
        {words}
      </Link>
    )
  }
  return (
    <>
      <div className="access-form">
        <DevicePicker devices={data.devices} value={deviceId} onChange={setDeviceId} />
        <LinePicker found={found} onSearch={setWords} value={lineId} onChange={setLineId} />
      </div>
      <AccessConditions explained={data} linkOf={linkOf} />
    </>
  )
}
