import { directoryFields, directoryLeavers, directorySources, directorySuccessors } from '#contract/directory-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const SettingsDialog = idlePart(async () => (await import('./settings-dialog.tsx')).SettingsDialog)

type Directory = OutputOf<'getDirectory'>

/** The directory's settings and its state. */
export function DirectoryCard({ directory, done }: { directory: Directory; done: () => void }) {
  const editing = useDialog<true>()
  const stopping = useDialog<true>()
  const { settings, scim, people, departments } = directory
  const isActive = settings?.state === 'active'
  return (
    <section className="sheet" aria-labelledby="directory-title">
      <div className="sheet-head">
        <h2 id="directory-title">设置</h2>
        <Button look={settings ? 'default' : 'primary'} onClick={() => editing.show(true)}>
          {settings ? '修改' : '设置目录'}
        </Button>
      </div>
      {!settings && (
        <p>还没有设置。可以从企业微信、钉钉、飞书读取部门与员工，也可以由身份平台或人事系统以 SCIM 2.0 推送。</p>
      )}
      {settings && (
        <>
          {settings.problem && (
            <Alert
              type="warning"
              title={
                isActive
                  ? `${settings.problem}。每夜会再试；请先在“员工与时长”里处理已离职的人，并联系客服。`
                  : `目录已停下：${settings.problem}。请看过计划后再启用。`
              }
            />
          )}
          <Facts
            list={[
              { label: '状态', value: isActive ? (settings.problem ? '核对出错' : '同步中') : '等待启用' },
              { label: '来源', value: directorySources[settings.source] },
              { label: '收到', value: `${count(departments)} 个部门，${count(people)} 人` },
              { label: '由目录管理', value: settings.owns.map(field => directoryFields[field]).join('、') || '没有' },
              { label: '离职时', value: directoryLeavers[settings.leaver] },
              { label: '专线交给', value: directorySuccessors[settings.successor] },
              { label: '上次全部核对', value: settings.compared_at ? dateTime(settings.compared_at) : '还没有' },
            ]}
          />
          {settings.source === 'scim' && (
            <>
              <p>
                SCIM 地址 <code>{scim}</code>
                <CopyButton text={scim} label="SCIM 地址" />
              </p>
              <p className="quiet">
                以接口令牌认证，令牌须有“读取企业目录（SCIM）”与“更改企业目录（SCIM）”两项权限，且不限部门。
              </p>
            </>
          )}
          <div className="row">
            {settings.source === 'scim' && <LinkButton to={paths.openInterfaces}>创建令牌</LinkButton>}
            <Button danger onClick={() => stopping.show(true)}>
              停用目录
            </Button>
          </div>
        </>
      )}
      <SettingsDialog key={`edit ${editing.key}`} {...editing.props} settings={settings} done={done} />
      <ConfirmDialog
        key={`stop ${stopping.key}`}
        {...stopping.props}
        title="停用企业目录？"
        okText="停用目录"
        danger
        call={api.stopDirectory}
        input={{}}
        outdatedBy={[-59201]}
        done={done}
      >
        <p>员工与部门都留着，之后由管理员管理；收到的目录内容与应用密钥随即删除。</p>
      </ConfirmDialog>
    </section>
  )
}
