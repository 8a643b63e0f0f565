import { TwoLines } from '#web/ui/two-lines.tsx'
import './installers.css'
import { clientTypeNames, clientTypeOrder, installerStates } from '#contract/installer-names.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime, fileSize, fromNow } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { installerLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { useRemembered } from '../use-operation.ts'
import { EditDialog } from './edit-dialog.tsx'
import { type ListedInstaller, nameOf } from './listed-installer.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const types = clientTypeOrder.map(value => ({ value: String(value), label: clientTypeNames[value] }))
const fields = { system: oneOf(types.map(({ value }) => value)), state: oneOf(installerStates) }

/** The address of a file hosted elsewhere, identified by its host. */
const Elsewhere = ({ installer }: { installer: ListedInstaller }) => (
  <span className="copied">
    <a href={installer.url} title={installer.url} target="_blank" rel="noopener noreferrer">
      {new URL(installer.url).host}
    </a>
    <CopyButton text={installer.url} label={`${nameOf(installer)} 的下载地址`} />
  </span>
)

const columns: Column<ListedInstaller>[] = [
  {
    key: 'version',
    title: '版本',
    render: row => <TwoLines first={<b>{nameOf(row)}</b>} second={row.file_name || <Elsewhere installer={row} />} />,
  },
  { key: 'state', title: '状态', render: row => <StateTag state={installerLooks[row.state]} /> },
  {
    key: 'force',
    title: '强制更新',
    render: row => (row.force_update ? <b className="force">强制</b> : '否'),
  },
  { key: 'size', title: '大小', end: true, render: row => fileSize(row.size) },
  {
    key: 'hash',
    title: 'SHA-256',
    render: row => (
      <span className="copied">
        <code title={row.sha256}>{row.sha256.slice(0, 12)}…</code>
        <CopyButton text={row.sha256} label={`${nameOf(row)} 的 SHA-256`} />
      </span>
    ),
  },
  {
    key: 'published',
    title: '发布时间',
    render: row => `${dateTime(row.published_at)}（${fromNow(row.published_at)}）`,
  },
  {
    key: 'withdrawn',
    title: '撤回时间',
    extra: true,
    render: row => (row.withdrawn_at ? dateTime(row.withdrawn_at) : '—'),
  },
  { key: 'notes', title: '更新说明', extra: true, render: row => <span className="notes">{row.notes || '—'}</span> },
]

export function InstallersPage() {
  const at = useListAddress(fields)
  const { system, state } = at.filters
  const client_type = clientTypeOrder.find(each => String(each) === system)
  const called = useRemembered('getInstallerList', { client_type, state, page: at.page, page_size: at.size })
  const published = useDialog<undefined>()
  const edited = useDialog<ListedInstaller>()
  const withdrawn = useDialog<ListedInstaller>()
  return (
    <>
      <ListHead title="安装包" text="发布、修改与撤回立即出现在下载页，客户端下次检查更新时得到。">
        <ActButton look="primary" onClick={() => published.show(undefined)}>
          发布新版本
        </ActButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SelectFilter label="系统" options={types} {...at.field('system')} />
        <NamedFilter label="状态" values={installerStates} names={installerLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-installers"
        noun="个安装包"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.installer_id}
        labelOf={nameOf}
        actions={row => (
          <ActMenu
            label={`${nameOf(row)}的操作`}
            actions={[
              { key: 'edit', label: '说明与强制更新', run: () => edited.show(row) },
              {
                key: 'get',
                label: '下载',
                reads: true,
                disabled: row.state === 'withdrawn',
                run: () => window.open(row.url, '_blank', 'noopener'),
              },
              null,
              row.state === 'withdrawn'
                ? { key: 'restore', label: '重新提供', run: () => withdrawn.show(row) }
                : { key: 'withdraw', label: '撤回', danger: true, run: () => withdrawn.show(row) },
            ]}
          />
        )}
        empty={{
          title: '还没有安装包',
          text: '发布第一个版本，下载页就会提供它。',
          action: <ActButton onClick={() => published.show(undefined)}>发布新版本</ActButton>,
        }}
      />
      {published.key > 0 && (
        <PublishDialog key={`publish-${published.key}`} {...published.props} done={called.reload} />
      )}
      {edited.subject && (
        <EditDialog key={`edit-${edited.key}`} installer={edited.subject} {...edited.props} done={called.reload} />
      )}
      {withdrawn.subject && (
        <WithdrawDialog
          key={`withdraw-${withdrawn.key}`}
          installer={withdrawn.subject}
          {...withdrawn.props}
          done={called.reload}
        />
      )}
    </>
  )
}
