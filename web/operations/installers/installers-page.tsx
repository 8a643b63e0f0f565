import { TwoLines } from '#web/ui/two-lines.tsx'
import './installers.css'
import { clientTypeNames, clientTypeOrder, installerStates } from '#contract/installer-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'
import type { ListedInstaller } from './edit-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const types = clientTypeOrder.map(value => ({ value: String(value), label: clientTypeNames[value] }))
const fields = { system: oneOf(types.map(({ value }) => value)), state: oneOf(installerStates) }
const nameOf = ({ client_type, version }: ListedInstaller) => `${clientTypeNames[client_type]} ${version}`

const columns: Column<ListedInstaller>[] = [
  {
    key: 'version',
    title: '版本',
    render: row => <TwoLines first={<b>{nameOf(row)}</b>} second={row.file_name || '外部地址'} />,
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
  const uploaded = useDialog<undefined>()
  const edited = useDialog<ListedInstaller>()
  const withdrawn = useDialog<ListedInstaller>()
  return (
    <>
      <ListHead title="安装包" text="发布、修改与撤回立即出现在下载页，客户端下次检查更新时得到。">
        <ActButton look="primary" onClick={() => uploaded.show(undefined)}>
          上传新版本
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
          text: '上传第一个版本，下载页就会提供它。',
          action: <ActButton onClick={() => uploaded.show(undefined)}>上传新版本</ActButton>,
        }}
      />
      {uploaded.key > 0 && <UploadDialog key={`upload-${uploaded.key}`} {...uploaded.props} done={called.reload} />}
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

interface WithdrawDialogProps extends ChangeDialogProps {
  installer: ListedInstaller
}

function WithdrawDialog({ installer, open, close, done }: WithdrawDialogProps) {
  const { installer_id, state, client_type } = installer
  const [name, system] = [nameOf(installer), clientTypeNames[client_type]]
  const restoring = state === 'withdrawn'
  const word = restoring ? '重新提供' : '撤回'
  return (
    <ConfirmDialog
      title={`${word} ${name}`}
      okText={word}
      danger={!restoring}
      {...{ open, close }}
      call={api.setInstallerWithdrawn}
      input={{ installer_id, withdrawn: !restoring }}
      message={({ data: { current } }) =>
        `${name} 已${word}；${current ? `当前版本为 ${current}` : `${system} 现在没有安装包`}`
      }
      done={done}
    >
      <p>
        {restoring
          ? '又可以下载；它若是该系统里最后发布的一个，就重新成为当前版本。'
          : state === 'current'
            ? `下载链接立即失效，${system} 其余最新发布的一个成为当前版本；没有其余的，下载页不再提供 ${system} 版。已安装的客户端不受影响。`
            : '下载链接立即失效。已安装的客户端不受影响。'}
      </p>
    </ConfirmDialog>
  )
}
