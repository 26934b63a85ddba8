// A message that is typed before hydration outlives a reload, or a look at another page, before hydration [R399].

/*
 * Part of the first script in <body>. A form with this attribute stores its texts when the page is left, under the key that
 * the attribute has: that of a visitor's draft (drafts.ts), because nobody knows yet who is signed in.
 */
export const earlyDraftScript = `(() => {
  const store = () => {
    for (const form of document.querySelectorAll('form[data-early-draft]')) {
      const texts = [...new FormData(form)].filter(([, text]) => text)
      const name = form.dataset.earlyDraft
      try {
        const draft = { ...JSON.parse(sessionStorage.getItem(name)), ...Object.fromEntries(texts) }
        if (texts.length) sessionStorage.setItem(name, JSON.stringify(draft))
      } catch {}
    }
  }
  addEventListener('pagehide', store)
  document.addEventListener('hydrated', () => removeEventListener('pagehide', store), { once: true })
})()`
