import { articlePath } from '#contract/paths.ts'
import { PageHead } from '../parts.tsx'

export const passportMeta = {
  title: '核对地址护照',
  description: '在浏览器里核对地址护照的签名文件：内容、次序与签名有没有被改动、由谁签发。文件不会上传。',
  keywords: '地址护照,核对,签名文件,IP证明,验证',
}

/** The page on which the recipient of a passport checks it. Its island does the work in the browser. */
export const PassportPage = () => (
  <>
    <PageHead title="核对地址护照" english="Verify an IP address passport in your browser">
      收到企业提交的地址护照？选择它的签名文件，就知道内容、次序与签名有没有被改动，由谁签发。核对在您的浏览器里进行，文件不会上传。
    </PageHead>
    <section className="band tight" aria-label="核对">
      <div className="wrap">
        <div className="check" data-passport>
          <noscript>
            <p>这个页面的核对需要 JavaScript。不能打开时，请用下面的核对程序。</p>
          </noscript>
          <div className="check-drop" data-passport-drop>
            <p id="passport-about-files">把签名文件（.jsonl）拖到这里；企业另存的每日签名（.json）可以一起选</p>
            <input
              id="passport-files"
              className="check-input"
              type="file"
              multiple
              accept=".jsonl,.json"
              aria-describedby="passport-about-files"
            />
            <label className="button" htmlFor="passport-files">
              选择文件
            </label>
            <p className="check-quiet" data-passport-files />
          </div>
          <p className="check-verdict" data-passport-verdict role="status" />
          <div className="check-found" data-passport-found />
        </div>
      </div>
    </section>
    <section className="band soft" aria-labelledby="passport-about">
      <div className="wrap">
        <div className="check-notes">
          <h2 className="plain" id="passport-about">
            核对说明什么
          </h2>
          <ul>
            <li>
              每次连接是散列链（SHA-256）上的一环，末端由本站签名（Ed25519）。改动、删去、插入或调换任何一环都会被发现。
            </li>
            <li>“可信”是指：文件由本站签发，此后没有被改动。连接由企业的客户端上报，时间以本站的服务器为准。</li>
            <li>文件列出这个地址的全部连接；同一企业其他地址的只有散列，看不到内容。人员与设备的名称是导出时的。</li>
            <li>企业另存过每日签名的，一起选入，可以再证明这些日子的记录没有被本站改写。比文件新的签名不比较。</li>
            <li>PDF 供阅读，没有数字签名，能够核对的是签名文件。</li>
          </ul>
          <p>
            不想信任这个页面，或浏览器太旧：下载
            <a href="/verify-passport.mjs" download>
              核对程序
            </a>
            （Node.js 18 以上，可以先阅读它的源码），在自己的电脑上离线核对，规则与本页相同。公钥公布在
            <a href="/.well-known/passport-key.json" target="_blank" rel="noreferrer">
              本站
            </a>
            。<a href={articlePath('help', 'passport')}>什么是地址护照</a>
          </p>
        </div>
      </div>
    </section>
  </>
)
