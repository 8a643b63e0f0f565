import { TwoLines } from '#web/ui/two-lines.tsx'
import '../content.css'
import { announcementLevelNames, announcementPlaceNames, announcementStates } from '#contract/content-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { announcementLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../../act.tsx'
import { api } from '../../api.ts'
import { useRemembered } from '../../use-operation.ts'
import type { ListedAnnouncement } from './announcement-dialog.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'

const fields = { state: oneOf(announcementStates) }

const columns: Column<ListedAnnouncement>[] = [
  {
    key: 'title',
    title: '公告',
    render: row => (
      <span className="two-lines">
        <span>{row.title}</span>
        <span className="announced">{row.excerpt}</span>
      </span>
    ),
  },
  { key: 'state', title: '状态', render: row => <StateTag state={announcementLooks[row.state]} /> },
  { key: 'level', title: '级别', render: row => announcementLevelNames[row.level] },
  { key: 'place', title: '位置', render: row => announcementPlaceNames[row.place] },
  {
    key: 'time',
    title: '显示时间',
    render: row => (
      <TwoLines
        first={`${dateTime(row.starts_at)} 起`}
        second={<span className="quiet">{row.ends_at ? `${dateTime(row.ends_at)} 止` : '直到撤下'}</span>}
      />
    ),
  },
  {
    key: 'saved',
    title: '最近修改',
    extra: true,
    render: row => (
      <>
        {row.saved_by} <span className="quiet">{dateTime(row.saved_at)}</span>
      </>
    ),
  },
]

interface Question {
  announcement: ListedAnnouncement
  action: 'publish' | 'withdraw'
}

/** Reports whether visitors see it now or will see it. */
const isOn = ({ state }: ListedAnnouncement) => state === 'shown' || state === 'coming'

export function AnnouncementsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getContentAnnouncementList', at.query)
  const edited = useDialog<ListedAnnouncement | undefined>()
  const requests = useDialog<Question>()
  return (
    <>
      <ListHead
        title="公告"
        text="显示在公开页面与企业控制台顶部的一行文字，到时自动出现与消失；访客关闭后，在其浏览器里不再显示。"
      >
        <ActButton look="primary" onClick={() => edited.show(undefined)}>
          写公告
        </ActButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={announcementStates} names={announcementLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-announcements"
        noun="条公告"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.announcement_id}
        labelOf={row => row.title}
        actions={row => (
          <span className="row-actions">
            <ActButton size="small" aria-label={`修改 ${row.title}`} onClick={() => edited.show(row)}>
              修改
            </ActButton>
            {isOn(row) ? (
              <ActButton
                size="small"
                danger
                aria-label={`撤下 ${row.title}`}
                onClick={() => requests.show({ announcement: row, action: 'withdraw' })}
              >
                撤下
              </ActButton>
            ) : (
              <ActButton
                size="small"
                look="primary"
                disabled={row.state === 'ended'}
                aria-label={`发布 ${row.title}`}
                onClick={() => requests.show({ announcement: row, action: 'publish' })}
              >
                发布
              </ActButton>
            )}
          </span>
        )}
        empty={{ title: '还没有公告', text: '维护、放假或新功能，写一条公告让客户知道；写好先是草稿，发布后才显示。' }}
      />
      {edited.key > 0 && (
        <AnnouncementDialog
          key={`edit-${edited.key}`}
          announcement={edited.subject}
          {...edited.props}
          done={called.reload}
        />
      )}
      {requests.subject && (
        <Decide key={`ask-${requests.key}`} question={requests.subject} dialog={requests} done={called.reload} />
      )}
    </>
  )
}

interface DecideProps {
  question: Question
  dialog: { open: boolean; close: () => void }
  done: () => void
}

function Decide({ question, dialog: { open, close }, done }: DecideProps) {
  const { announcement, action } = question
  const word = action === 'publish' ? '发布' : '撤下'
  const place = announcementPlaceNames[announcement.place]
  return (
    <ConfirmDialog
      title={`${word}公告`}
      okText={word}
      danger={action === 'withdraw'}
      open={open}
      close={close}
      call={api.setAnnouncementState}
      input={{ announcement_id: announcement.announcement_id, revision: announcement.revision, action }}
      message={action === 'publish' ? '已发布' : '已撤下'}
      outdatedBy="any"
      done={done}
    >
      <p>
        “<strong>{announcement.title}</strong>”
        {action === 'publish' ? (
          <Sentence
            text={`将自 ${dateTime(announcement.starts_at)} 起${announcement.ends_at ? `到 ${dateTime(announcement.ends_at)} ` : ''}显示在${place}。`}
          />
        ) : (
          `将立即从${place}消失。`
        )}
      </p>
    </ConfirmDialog>
  )
}
