import { roleDuties, roleNames } from '#contract/operations/operator-names.ts'
import { operatorFields } from '#contract/records/operator-fields.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Columns } from '#web/ui/columns.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useOperator } from '../operator.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TotpCard } from './totp-card.tsx'

/**
 * The operator's own account. It is the only page for an operator who must first change the password or bind an
 * authenticator.
 */
export function AccountPage() {
  const self = useOperator()
  if (!self) return null
  return (
    <>
      <ListHead title="我的账号" />
      <div className="sheets">
        {self.must_change_password && <Alert type="warning" title="您使用的是他人设置的初始密码，请先修改密码。" />}
        {self.must_bind && <Alert type="warning" title="运营后台要求绑定动态验证器，绑定后才能使用其他功能。" />}
        <Columns
          left={
            <>
              <section className="sheet" aria-labelledby="account-title">
                <h2 id="account-title">账号</h2>
                <Facts
                  list={[
                    { label: operatorFields.name.label, value: self.name },
                    { label: operatorFields.display_name.label, value: self.display_name },
                    {
                      label: '角色',
                      value: self.roles.map(role => `${roleNames[role]}：${roleDuties[role]}`).join('；'),
                    },
                  ]}
                />
              </section>
              <PasswordCard />
              <TotpCard self={self} />
              {self.totp && !self.must_change_password && <RecoveryCodesCard />}
            </>
          }
          right={
            !self.must_bind &&
            !self.must_change_password && (
              <>
                <PasskeysCard />
                <SessionsCard />
              </>
            )
          }
        />
      </div>
    </>
  )
}
