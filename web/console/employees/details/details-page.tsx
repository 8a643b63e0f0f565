import '../employees.css'
import { addressOfTab } from '#web/data/tabs-store.ts'
import { useSearch } from '#web/data/use-search.ts'
import { BackButton } from '../../back-button.tsx'
import './details.css'
import { useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { mayCall } from '#web/data/may.ts'
import { usePageName } from '#web/data/page-name.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { Columns } from '#web/ui/columns.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useDepartments } from '../../departments/use-departments.ts'
import { callOf, type EmployeeQuestion } from '../employee.ts'
import { EmployeeDialogs } from '../employee-dialogs.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LinesCard } from './lines-card.tsx'
import { LogCard } from './log-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ServiceCard } from './service-card.tsx'

const back = (
  <LinkButton look="primary" to={paths.employees}>
    查看全部员工
  </LinkButton>
)

/** One person's data, devices, lines, hours and history, with all actions. */
export function DetailsPage() {
  const [search] = useSearch()
  const id = uuid(search.get('employee_id') ?? '')
  if (!id)
    return (
      <>
        <h1 className="details-none">员工详情</h1>
        <Empty title="没有选择员工" text="从员工列表中点击姓名，即可查看资料、设备、时长与记录。" action={back} />
      </>
    )
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const called = useRemembered('getCompanyUserDetail', { employee_id: id })
  const departments = useDepartments()
  const requested = useDialog<EmployeeQuestion>()
  const leadOn = useLeadOn()
  const [round, setRound] = useState(0)
  const { data, refused, current, reload } = called
  const [search, changeSearch] = useSearch()
  const opensAssign = search.get('ask') === 'assign'
  const found = data?.employee
  usePageName(found?.name)
  // The palette leads here to give the person days.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once
  useEffect(() => {
    if (!opensAssign || !found || !current) return
    changeSearch(() => new URLSearchParams({ employee_id: id }))
    if (mayCall(callOf.assign)) requested.show({ kind: 'assign', people: [found] })
  }, [opensAssign, found, current])
  if (refused?.code === -47001)
    return (
      <>
        <h1 className="details-none">员工详情</h1>
        <Empty title="员工不存在或已被移除" text="可能已被其他管理员移除，或链接来自另一家企业。" action={back} />
      </>
    )
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton avatar rows={12} />
  const { employee, devices, ledger, log } = data
  return (
    <>
      <BackButton className="details-back" to={paths.employees}>
        员工与时长
      </BackButton>
      <div className="sheets">
        <ProfileCard employee={employee} ask={kind => requested.show({ kind, people: [employee] })} />
        <Columns
          left={
            <>
              <DevicesCard employee={employee} devices={devices} />
              <LinesCard employee={employee} round={round} />
            </>
          }
          right={
            <>
              <ServiceCard employee={employee} ledger={ledger} />
              <LogCard log={log} />
            </>
          }
        />
      </div>
      <EmployeeDialogs
        dialog={requested}
        tree={departments.tree}
        done={({ kind }) => {
          if (kind === 'remove') return void leadOn(addressOfTab(paths.employees), { replace: true })
          reload()
          setRound(before => before + 1)
        }}
      />
    </>
  )
}
