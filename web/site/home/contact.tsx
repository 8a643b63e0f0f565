import { paths, signPath, termsAddress } from '#contract/paths.ts'
import type { SiteFrame } from '#contract/site.ts'
import { Icon } from '../icons.tsx'
import { Copy, Pair, SupportQr } from '../parts.tsx'

/** The form works with islands/inline-login.ts, which is loaded when the visitor reaches for it; it needs no React. */
function LoginForm({ settings }: Pick<SiteFrame, 'settings'>) {
  return (
    <form className="inline-login" data-inline-login noValidate>
      <label>
        手机号
        <input name="phone" type="text" inputMode="tel" autoComplete="username" placeholder="11 位大陆手机号" />
      </label>
      <div className="password">
        <label htmlFor="inline-password">密码</label>
        <input
          id="inline-password"
          name="password"
          type="password"
          autoComplete="current-password"
          placeholder="6–18 位密码"
        />
        <button type="button" className="link" data-overlay="forgot">
          忘记密码？
        </button>
      </div>
      <p className="agree">
        <input type="checkbox" name="type" id="inline-agree" />
        <span>
          <label htmlFor="inline-agree">我已阅读并同意</label>
          <a href={termsAddress(settings, 'service')} data-terms="service">
            《用户服务协议》
          </a>
          和
          <a href={termsAddress(settings, 'private')} data-terms="private">
            《隐私协议》
          </a>
        </span>
      </p>
      <button type="submit" className="button wide">
        登录
      </button>
      <p className="hint">
        还没有账号？
        <a href={signPath('register')} data-overlay="register">
          立即注册
        </a>
      </p>
    </form>
  )
}

export function Contact({ frame }: { frame: SiteFrame }) {
  const { supportPhone, supportHours } = frame.settings.brand
  return (
    <section className="band soft" aria-labelledby="contact">
      <div className="wrap contact">
        <div>
          <Pair id="contact" title="联系我们" english="Talk to us">
            想先了解哪条线路适合您的业务，或者需要对公开通，都可以直接找我们。
          </Pair>
          <dl className="contact-list">
            {frame.officeAddress ? (
              <div>
                <dt>
                  <Icon name="pin" />
                  办公地址
                </dt>
                <dd>{frame.officeAddress}</dd>
              </div>
            ) : null}
            {supportPhone ? (
              <div>
                <dt>
                  <Icon name="phone" />
                  客服电话
                </dt>
                <dd>
                  <a href={`tel:${supportPhone.replaceAll(/[^\d+]/g, '')}`}>{supportPhone}</a>
                </dd>
              </div>
            ) : null}
            <div>
              <dt>
                <Icon name="clock" />
                客服时间
              </dt>
              <dd>{supportHours}</dd>
            </div>
          </dl>
          {frame.supportQr ? (
            <div className="contact-qr">
              <SupportQr frame={frame} />
              <p>
                <b>扫码添加客服</b>
                <br />
                <Copy>说明企业名称和目标市场，我们会给出线路建议。</Copy>
              </p>
            </div>
          ) : null}
        </div>
        <div className="login-panel">
          <div className="login-form">
            <h3>登录</h3>
            <noscript>
              <p>登录需要启用浏览器的 JavaScript。</p>
            </noscript>
            <LoginForm settings={frame.settings} />
          </div>
          <div className="login-done">
            <h3>您已登录</h3>
            <p>进入个人信息，或由企业管理员前往控制台管理员工、设备与线路。</p>
            <p>
              <a className="button" href={paths.personalDetails}>
                个人信息
              </a>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
