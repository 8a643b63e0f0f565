import '#web/ui/access-conditions.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AccessCondition, accessConditions, type Resolver } from '#contract/access-names.ts'
import type { InputOf } from '#contract/index.ts'
import { assignPath, authorityPath, devicePath, employeePath, linePath, newTicketPath, paths } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { useReach } from '#web/data/reach.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
import { DevicePicker, LinePicker } from '#web/ui/access-pickers.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { May } from '#web/ui/may.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { EmployeePicker } from '../pickers/employee-picker.tsx'
import { Reasons } from './reasons.tsx'
import type { WhyQuestion } from './why-question.ts'

interface WhyDrawerProps extends DialogProps {
  question: WhyQuestion
}

/** Explains why a person may or may not use a line on a device, starting from any of the three. */
export function WhyDrawer({ question, open, close }: WhyDrawerProps) {
  const [employeeId, setEmployeeId] = useState(question.employee?.employee_id)
  const [deviceId, setDeviceId] = useState(question.device_id)
  const [lineId, setLineId] = useState(question.line?.svp_id)
  const [words, setWords] = useState('')
  const may = useMay()
  const found = usePreview(
    'getCompanyVplList',
    may('getCompanyVplList') ? { keyword: words.trim() || undefined, page_size: 20 } : undefined,
  )
  return (
    <Drawer title="为什么能用、不能用" open={open} onClose={close} size={scaled(480)} destroyOnHidden>
      <div className="access-form">
        <label htmlFor="why-employee">
          员工
          <EmployeePicker
            id="why-employee"
            placeholder="按姓名、手机号或工号查找"
            {...(employeeId && { value: employeeId })}
            name={question.employee?.name ?? null}
            onChange={id => {
              setEmployeeId(id)
              setDeviceId(undefined)
            }}
          />
        </label>
        <May call="getCompanyVplList">
          <LinePicker found={found} onSearch={setWords} value={lineId} selected={question.line} onChange={setLineId} />
        </May>
      </div>
      {employeeId ? (
        <Explained
          key={employeeId}
          input={{ employee_id: employeeId, device_id: deviceId, svp_id: lineId }}
          chooseDevice={setDeviceId}
          leave={close}
        />
      ) : (
        <p className="quiet">选择一名员工，逐项查看条件。</p>
      )}
    </Drawer>
  )
}

interface ExplainedProps {
  input: InputOf<'explainAccess'>
  chooseDevice: (id: string | undefined) => void
  /** Called when the user leaves to resolve a condition. */
  leave: () => void
}

function Explained({ input, chooseDevice, leave }: ExplainedProps) {
  const { data, refused, reload } = useCall('explainAccess', input)
  const { reaches } = useReach()
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton rows={8} />
  const subjectOf = (condition: AccessCondition) =>
    condition === 'account' ? data.person.name : (data.line?.name ?? '企业')
  const linkOf = (condition: AccessCondition, by: Resolver) => {
    const to = {
      manager: () => mendedAt(condition, input, data.reasons[0]?.group_id),
      employee: () => employeePath(input.employee_id),
      provider: () => newTicketPath({ subject: `${subjectOf(condition)}：${accessConditions[condition]}` }),
    }[by]()
    return (
      reaches(to) && (
        <Link to={to} onClick={leave}>
          {linkWords[by]}
        </Link>
      )
    )
  }
  return (
    <>
      <div className="access-form">
        <DevicePicker devices={data.devices} value={input.device_id} onChange={chooseDevice} />
      </div>
      <AccessConditions explained={data} linkOf={linkOf} />
      {data.reasons.length > 0 && (
        <section className="why-reasons" aria-labelledby="why-reasons-title">
          <h3 id="why-reasons-title">授权的专线组</h3>
          <Reasons reasons={data.reasons} />
        </section>
      )}
    </>
  )
}

const linkWords: Record<Resolver, string> = { manager: '去处理', employee: '联系本人', provider: '联系服务商' }

/** Returns the page where a manager resolves a condition. */
function mendedAt(
  condition: AccessCondition,
  { employee_id, device_id, svp_id }: InputOf<'explainAccess'>,
  groupId: string | undefined,
): string {
  switch (condition) {
    case 'hours':
      return assignPath(employee_id)
    case 'device':
    case 'device_limit':
      return device_id ? devicePath(device_id) : employeePath(employee_id)
    case 'grant':
    case 'times':
      return groupId ? authorityPath(groupId) : paths.authority
    case 'line':
      return svp_id ? linePath(svp_id) : paths.manageLine
    default:
      return employeePath(employee_id)
  }
}
