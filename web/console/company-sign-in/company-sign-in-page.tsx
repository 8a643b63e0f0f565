import './company-sign-in.css'
import { useRemembered } from '#web/data/use-call.ts'
import { Columns } from '#web/ui/columns.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { DomainsCard } from './domains-card.tsx'
import { LinksCard } from './links-card.tsx'
import { ProviderCard } from './provider-card.tsx'

/** Sets up the login of the company's people through its own identity provider. */
export function CompanySignInPage() {
  const { data, refused, reload } = useRemembered('getCompanySignIn', {})
  return (
    <>
      <ListHead
        title="企业登录"
        text="员工用企业自己的账号登录，不必另记密码。先验证邮箱域名，再填写身份提供方并测试，最后启用。"
      />
      {!data && <Placeholder refused={refused} retry={reload} rows={6} />}
      {data && (
        <Columns
          left={<DomainsCard domains={data.domains} recordName={data.record_name} done={reload} />}
          right={
            <>
              <ProviderCard settings={data.settings} callback={data.callback} entry={data.entry} done={reload} />
              {data.links.total > 0 && <LinksCard links={data.links} done={reload} />}
            </>
          }
        />
      )}
    </>
  )
}
