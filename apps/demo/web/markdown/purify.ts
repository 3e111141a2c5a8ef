import createPurifier from 'dompurify';

/** The elements that Markdown has. Whatever else comes out of it is not shown. */
const TAGS =
  'p br hr strong em del code pre span blockquote ul ol li h1 h2 h3 h4 h5 h6 a img table thead tbody tr th td';
const ATTRIBUTES = ['href', 'title', 'src', 'alt', 'align', 'start', 'class', 'tabindex'];
/** Of code in its colours. Other names could dress a text up as a part of the page. */
const CLASSES = /^(?:hljs|language)-[\w-]+(?: [\w-]+_)*$/;

/** Pictures that are part of the text. SVG is none of them: it is a document of its own. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;
const LINK = /^(?:https?:\/\/|mailto:)/i;

const purifier = createPurifier(window);

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'IMG' && !PICTURE.test(element.getAttribute('src') ?? ''))
    element.remove();
  if (!CLASSES.test(element.className)) element.removeAttribute('class');
  if (element.tagName !== 'A') return;
  if (!LINK.test(element.getAttribute('href') ?? '')) element.removeAttribute('href');
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** The second line behind the renderer: nothing gets into the page that is not named here. */
export function purify(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** Code in its colours, from the highlighter. */
export function purifyCode(html: string): string {
  return purifier.sanitize(html, { ALLOWED_TAGS: ['span'], ALLOWED_ATTR: ['class'] });
}
