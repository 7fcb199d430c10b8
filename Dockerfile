# The site in one container, see the README; docker-compose.yml makes a big site of several.

FROM node:24-trixie-slim@sha256:0711b541c1c33a8a530ac4f0d391baa9a15b3d804695b1b24a47daa5fb60e74d AS node

FROM python:3.14-slim-trixie@sha256:51dafde81dbdb6ebde285137a295cf18a47ca95234fe388a343719cb97305b3d AS build
# No apt packages: every requirement comes as a wheel, so nothing is compiled.
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM build AS bundle
# Nothing of Node is in the image.
COPY --from=node /usr/local/bin/node /usr/local/bin/
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY . .
RUN /opt/venv/bin/python manage.py bundle

FROM python:3.14-slim-trixie@sha256:51dafde81dbdb6ebde285137a295cf18a47ca95234fe388a343719cb97305b3d
# The release adds version, revision and source.
LABEL org.opencontainers.image.title="Board games" \
      org.opencontainers.image.description="Board games for two friends in their browsers" \
      org.opencontainers.image.licenses="MIT"
# No apt packages here either: SQLite comes with the requirements or, if there is no wheel, with Python.
# Static files are collected beside the data, since pages request those of the last release after an upgrade.
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 DATA_DIR=/data STATIC_ROOT=/data/static HOST=0.0.0.0 PORT=8000
WORKDIR /app
RUN useradd --uid 10001 --no-create-home player && install -d -o player /data
COPY --from=build /opt/venv /opt/venv
COPY . .
COPY --from=bundle /build/.bundle .bundle
COPY --from=bundle /build/.catalogues .catalogues
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=4)"]
CMD ["python", "manage.py", "serve"]
