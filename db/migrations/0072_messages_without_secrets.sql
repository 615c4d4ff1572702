-- Stored messages keep no link or code that acts for their recipient, nor the facts they were written from.
update notice set data = '{}',
  text_body = regexp_replace(text_body, '(code=|/order-links/)[A-Za-z0-9_-]+', '\1…', 'g'),
  html_body = regexp_replace(html_body, '(code=|/order-links/)[A-Za-z0-9_-]+', '\1…', 'g')
where state = 'stored';
