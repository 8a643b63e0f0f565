import type { ReactNode } from 'react'
import { idleDays } from '#contract/cost-names.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { count, dateTime, day, placeName, yuan } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { Idle } from './idle.ts'

const GiveLineDialog = idlePart(async () => (await import('./give-line-dialog.tsx')).GiveLineDialog)
const ReclaimDialog = idlePart(
  async () => (await import('#web/console/employees/hours/reclaim-dialog.tsx')).ReclaimDialog,
)
const HandOutDialog = idlePart(async () => (await import('./idle-dialogs.tsx')).HandOutDialog)
const RenewOffDialog = idlePart(async () => (await import('./idle-dialogs.tsx')).RenewOffDialog)

/** The rows of each kind that are shown; the buttons act on all of them. */
const shown = 20
/** The most people from whom one act reclaims. */
const maxPeople = 1_000

type Named = { employee_id: string; name: string }
const sumOf = (list: readonly { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)

/** Lists what is paid for but unused, with the button that ends it. */
export function IdleCard() {
  const { data, refused, reload } = useCall('getIdle', {})
  const reclaiming = useDialog<readonly Named[]>()
  const handing = useDialog<Idle['balance']>()
  const switching = useDialog<Idle['lines']>()
  const giving = useDialog<Idle['lines'][number]>()
  return (
    <section className="sheet idle" aria-labelledby="idle-title">
      <div className="sheet-head">
        <h2 id="idle-title">闲置</h2>
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={4} />}
      {data && (
        <>
          {!data.known && (
            <p className="quiet">最近 {idleDays} 天没有客户端上报连接，所以不能判断哪些席位与专线闲置。</p>
          )}
          <People
            title={`${idleDays} 天没有连接过专线的员工`}
            people={data.seats}
            note={({ last_at }) => (last_at ? `最后连接 ${dateTime(last_at)}` : '没有连接过专线')}
            reclaim={reclaiming.show}
          />
          <People
            title="停用的人仍占着的时长"
            people={data.hours}
            note={({ service_ends_at }) => (service_ends_at ? `至 ${day(service_ends_at)}` : '')}
            reclaim={reclaiming.show}
          />
          <Group
            title="余额里的时长"
            empty={!data.balance.each}
            about={`${count(data.balance.days)} 人天未分配；${count(data.balance.ending.length)} 人 ${idleDays} 天内到期，先用余额，可少买 ${yuan(data.balance.amount)}。`}
            action={
              <May call="setCompanyUserService">
                <Button onClick={() => handing.show(data.balance)}>
                  分给即将到期的 {count(data.balance.ending.length)} 人
                </Button>
              </May>
            }
          />
          <Lines lines={data.lines} switchOff={switching.show} give={giving.show} />
          {data.known && !data.seats.length && !data.hours.length && !data.balance.each && !data.lines.length && (
            <p>没有发现闲置。</p>
          )}
        </>
      )}
      {reclaiming.subject && (
        <ReclaimDialog
          key={`reclaim ${reclaiming.key}`}
          people={reclaiming.subject}
          {...reclaiming.props}
          done={reload}
        />
      )}
      {handing.subject && (
        <HandOutDialog key={`hand ${handing.key}`} spare={handing.subject} {...handing.props} done={reload} />
      )}
      {giving.subject && (
        <GiveLineDialog key={`give ${giving.key}`} line={giving.subject} {...giving.props} done={reload} />
      )}
      {switching.subject && (
        <RenewOffDialog key={`off ${switching.key}`} lines={switching.subject} {...switching.props} done={reload} />
      )}
    </section>
  )
}

interface GroupProps {
  title: string
  empty: boolean
  about: string
  action?: ReactNode
  children?: ReactNode
}

function Group({ title, empty, about, action, children }: GroupProps) {
  if (empty) return null
  return (
    <div className="idle-group">
      <div className="idle-head">
        <h3>{title}</h3>
        <p>{about}</p>
        {action}
      </div>
      {children}
    </div>
  )
}

interface PeopleProps<Person> {
  title: string
  people: readonly Person[]
  note: (person: Person) => string
  reclaim: (people: readonly Named[]) => void
}

function People<Person extends Idle['hours'][number]>({ title, people, note, reclaim }: PeopleProps<Person>) {
  return (
    <Group
      title={title}
      empty={!people.length}
      about={`${count(people.length)} 人，可收回 ${count(people.reduce((sum, { days }) => sum + days, 0))} 人天，值 ${yuan(sumOf(people))}。`}
      action={
        <May call="reclaimService">
          <Button onClick={() => reclaim(people.slice(0, maxPeople))}>全部收回</Button>
        </May>
      }
    >
      <ul>
        {people.slice(0, shown).map(person => (
          <li key={person.employee_id}>
            <TwoLines first={person.name} second={person.dept_path ?? '未分配部门'} />
            <span className="quiet">{note(person)}</span>
            <span className="idle-sum">
              {count(person.days)} 天 {yuan(person.amount)}
            </span>
            <May call="reclaimService">
              <Button size="small" aria-label={`收回 ${person.name} 的时长`} onClick={() => reclaim([person])}>
                收回
              </Button>
            </May>
          </li>
        ))}
      </ul>
      {people.length > shown && <p className="quiet">仅列出前 {shown} 人。</p>}
    </Group>
  )
}

interface LinesProps {
  lines: Idle['lines']
  switchOff: (lines: Idle['lines']) => void
  give: (line: Idle['lines'][number]) => void
}

function Lines({ lines, switchOff, give }: LinesProps) {
  const renewed = lines.filter(({ auto_renew }) => auto_renew)
  return (
    <Group
      title={`${idleDays} 天没有人连接的专线`}
      empty={!lines.length}
      about={`${count(lines.length)} 条，其中 ${count(renewed.length)} 条还在自动续费，每 ${idleDays} 天 ${yuan(sumOf(renewed))}。`}
      action={
        renewed.length > 1 && (
          <May call="setCompanyVpl">
            <Button onClick={() => switchOff(renewed)}>关闭 {count(renewed.length)} 条的自动续费</Button>
          </May>
        )
      }
    >
      <ul>
        {lines.slice(0, shown).map(line => (
          <li key={line.svp_id} className="idle-line">
            <TwoLines first={line.name} second={placeName(line)} />
            <span className="quiet">
              {line.last_day ? `最后连接 ${line.last_day}` : '没有连接过专线'}，
              {line.groups ? `在 ${line.groups} 个组里` : '不在任何组里'}
              ，至 {day(line.ends_at)}
            </span>
            <span className="idle-sum">
              {line.auto_renew ? `每 ${idleDays} 天` : '已付未用'} {yuan(line.amount)}
            </span>
            <span className="row">
              {line.auto_renew && (
                <May call="setCompanyVpl">
                  <Button size="small" aria-label={`关闭自动续费：${line.name}`} onClick={() => switchOff([line])}>
                    关闭自动续费
                  </Button>
                </May>
              )}
              <May call="setVplGroupLines">
                <Button size="small" aria-label={`交给一个组：${line.name}`} onClick={() => give(line)}>
                  交给一个组
                </Button>
              </May>
            </span>
          </li>
        ))}
      </ul>
      {lines.length > shown && <p className="quiet">仅列出前 {shown} 条。</p>}
    </Group>
  )
}
